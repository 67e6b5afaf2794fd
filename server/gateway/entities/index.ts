/** Merchants, divisions, channels and their settings. The door of this room: others enter by it. */
export {
  brandsOfBin,
  channelRules,
  mayBeOfBrand,
  offeredCardBrands,
  rulesWithOthers,
} from './bin-table.ts';
export { type ChannelFont, isSameFont } from './channel-fonts.ts';
export {
  allowsMode,
  type ChannelSettings,
  ChannelSettingsSchema,
  hasSandboxWallet,
  isConnectivityTest,
  offersBrand,
  offersOtherBrand,
  pageWatchOf,
  requiresStoredCvv,
  velocityOf,
} from './channel-settings.ts';
export { chargebackDeadline } from './chargeback-days.ts';
export {
  type Channel,
  changeSettings,
  channels,
  channelsOpenToAnyPage,
  channelsPinnedTo,
  channelsWithin,
  createEntity,
  type Entity,
  EntityError,
  entitiesWithin,
  existingChannel,
  findChannel,
  findEntity,
  furthestNow,
  idsUpwards,
  isWithin,
  JOINED_CHANNEL,
  listEntities,
  merchantAbove,
  splitJoined,
} from './entities.ts';
export {
  allowsOrigin,
  allowsRegistrations,
  isOpenToAnyPage,
  isPlainOrigin,
  listedOrigins,
} from './origins.ts';
export {
  VELOCITY_KEYS,
  VELOCITY_WINDOWS_MS,
  type VelocityKey,
  type VelocityLimit,
  type VelocityRuleName,
  type VelocitySettings,
  type VelocityWindow,
} from './velocity-settings.ts';
