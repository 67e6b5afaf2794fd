/** What came of a payment, in the administrator's language; beside it the code and the gateway's English. */
import { resultInWords } from '../words/language.ts';

interface Props {
  readonly code: string;
  readonly description: string;
  /** Whether the code stands there in English as well. */
  readonly hasCode?: boolean;
}

export function Result({ code, description, hasCode = false }: Props) {
  const words = resultInWords(code);
  if (words === undefined) {
    return (
      <>
        {hasCode && <code>{code}</code>} <bdi>{description}</bdi>
      </>
    );
  }
  return (
    <>
      {words}
      <bdi class="second" lang="en">
        <code>{code}</code> {description}
      </bdi>
    </>
  );
}

/** The same as text, where there is room for words alone. */
export function resultAsText(code: string, description: string): string {
  const words = resultInWords(code);
  return words === undefined ? description : `${words} (${code})`;
}
