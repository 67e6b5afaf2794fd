/** Access tokens as rows, with what can be done to each. */
import type { TokenInfo } from '../../contract/admin-api.ts';
import { Badge } from '../parts/notice.tsx';
import { Table } from '../parts/table.tsx';
import { entityName, session } from '../session/session.ts';
import { t } from '../words/language.ts';
import { day } from '../words/numbers.ts';
import { lastUse } from './token-facts.tsx';

interface Props {
  readonly tokens: readonly TokenInfo[];
  readonly onAct: (what: 'rotate' | 'revoke', token: TokenInfo) => void;
}

export const TokenTable = ({ tokens, onAct }: Props) =>
  tokens.length === 0 ? (
    <p class="empty card">{t('noTokens')}</p>
  ) : (
    <Table name={t('tokens')}>
      <thead>
        <tr>
          <th scope="col">{t('label')}</th>
          <th scope="col" class="mid">
            {t('belongsTo')}
          </th>
          <th scope="col" class="wide">
            {t('scopes')}
          </th>
          <th scope="col" class="wide">
            {t('lastUsed')}
          </th>
          <th scope="col" class="mid">
            {t('ends')}
          </th>
          <th scope="col">{t('actions')}</th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <th scope="row">
              <bdi>{token.label}</bdi>
              <span class="second narrow">
                <bdi>{entityName(token.entityId)}</bdi>
                {token.expiresAt && ` · ${t('ends')}: ${day(token.expiresAt)}`}
              </span>
            </th>
            <td class="mid">
              <bdi>{entityName(token.entityId)}</bdi>
            </td>
            <td class="wide">{token.scopes ? token.scopes.map(scopeName).join(', ') : t('all')}</td>
            <td class="wide">{lastUse(token)}</td>
            <td class="mid">{token.expiresAt ? day(token.expiresAt) : t('never')}</td>
            <td>
              {token.revokedAt ? (
                <Badge tone="neutral">{t('revoked')}</Badge>
              ) : (
                <div class="actions">
                  {canRotate(token) && (
                    <button type="button" onClick={() => onAct('rotate', token)}>
                      {t('rotate.title')}
                    </button>
                  )}
                  <button type="button" class="danger" onClick={() => onAct('revoke', token)}>
                    {t('revoke.title')}
                  </button>
                </div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );

/** One that was, whose time is over, or that may do more than this role may give away, is not rotated. */
const canRotate = ({ expiresAt, replacedAt, scopes }: TokenInfo): boolean => {
  const issuable = session.value?.tokenScopes ?? [];
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    !isOver &&
    replacedAt === null &&
    (scopes ?? ['refunds']).every((scope) => issuable.includes(scope))
  );
};

const scopeName = (scope: string) => t(`scope.${scope}`);
