/** What other rooms and routes use of this room. */
export { entityOfToken, issueToken, listTokens, revokeToken } from './access-tokens.ts';
export { brandsOfBin, channelRules, mayBeOfBrand, offeredCardBrands } from './bin-table.ts';
export {
  allowsOrigin,
  type ChannelSettings,
  offersBrand,
  offersOtherBrand,
} from './channel-settings.ts';
export {
  type Channel,
  changeSettings,
  channelsWithin,
  createEntity,
  type Entity,
  EntityError,
  entitiesWithin,
  findChannel,
  findEntity,
  isWithin,
  listEntities,
  merchantAbove,
} from './entities.ts';
