/** Access tokens of channels: which there are, a new one, another one in its place, its end. */
import { useState } from 'preact/hooks';
import type { IssuedToken, TokenInfo } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { OverlapField } from '../parts/overlap-field.tsx';
import { Page } from '../parts/page.tsx';
import { ShownOnce } from '../parts/shown-once.tsx';
import { t } from '../words/language.ts';
import { NewToken } from './new-token.tsx';
import { TokenFacts } from './token-facts.tsx';
import { TokenTable } from './token-table.tsx';

interface Asked {
  readonly what: 'rotate' | 'revoke';
  readonly token: TokenInfo;
}

export function TokensPage() {
  const answer = useAnswer<readonly TokenInfo[]>('/tokens');
  const [isNew, setNew] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const [issued, setIssued] = useState<IssuedToken>();
  const [overlap, setOverlap] = useState('0');
  const close = () => {
    setAsked(undefined);
    setOverlap('0');
  };

  async function act({ what, token }: Asked): Promise<void> {
    const path = `/tokens/${token.id}`;
    if (what === 'rotate') {
      const body = { overlap: Number(overlap) };
      setIssued(await ask<IssuedToken>('POST', `${path}/rotate`, { body }));
    } else {
      await ask('DELETE', path);
    }
    close();
    answer.reload();
  }

  return (
    <Page
      title={t('tokens')}
      actions={
        <button type="button" class="primary" onClick={() => setNew(true)}>
          {t('newToken')}
        </button>
      }
    >
      <Loaded answer={answer}>
        {(tokens) => (
          <TokenTable tokens={tokens} onAct={(what, token) => setAsked({ what, token })} />
        )}
      </Loaded>
      {isNew && (
        <NewToken
          onClose={() => setNew(false)}
          onIssued={(token) => {
            setNew(false);
            setIssued(token);
            answer.reload();
          }}
        />
      )}
      {asked && (
        <Confirm
          title={t(`${asked.what}.title`)}
          action={t(`${asked.what}.title`)}
          isDanger={asked.what === 'revoke'}
          onClose={close}
          onConfirm={() => act(asked)}
        >
          <p>{t(`${asked.what}.says`, { label: asked.token.label })}</p>
          <TokenFacts token={asked.token} />
          {asked.what === 'rotate' && <OverlapField value={overlap} onInput={setOverlap} />}
        </Confirm>
      )}
      {issued && (
        <ShownOnce
          title={t('tokenOf', { label: issued.label })}
          secret={issued.token}
          onClose={() => setIssued(undefined)}
        />
      )}
    </Page>
  );
}
