/** What tells a token from others of the same label. */
import type { TokenInfo } from '../../contract/admin-api.ts';
import { Fact } from '../parts/facts.tsx';
import { entityName } from '../session/session.ts';
import { t } from '../words/language.ts';
import { shortTime } from '../words/numbers.ts';

export const TokenFacts = ({ token }: { token: TokenInfo }) => (
  <dl class="facts">
    <Fact name={t('belongsTo')}>
      <bdi>{entityName(token.entityId)}</bdi>
    </Fact>
    <Fact name={t('made')}>
      <time dateTime={token.createdAt}>{shortTime(token.createdAt)}</time>
    </Fact>
    <Fact name={t('lastUsed')}>{lastUse(token)}</Fact>
  </dl>
);

/** In words. */
export const lastUse = ({ lastUsedAt }: TokenInfo): string =>
  lastUsedAt ? shortTime(lastUsedAt) : t('never');
