/** A button that copies a text, and says that it has. */
import { useState } from 'preact/hooks';

/** @param name what it is, for the button's own name */
export function Copy({ text, name }: { text: string; name: string }) {
  const [copied, setCopied] = useState('');
  return (
    <>
      <button
        type="button"
        aria-label={`Copy ${name}`}
        onClick={async () => {
          await navigator.clipboard.writeText(text);
          setCopied(text);
        }}
      >
        Copy
      </button>{' '}
      <span role="status">{copied === text && 'Copied'}</span>
    </>
  );
}
