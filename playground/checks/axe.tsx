/** What axe says of the previews that are shown, once it is asked. */
import { useState } from 'preact/hooks';
import { findings, noteFindings } from '../design/findings.ts';
import { view } from '../design/history.ts';
import { Button } from '../panel/button.tsx';
import { type AxeFault, axeFaults } from './run-axe.ts';

interface Checked {
  readonly title: string;
  /** Of the design that this one is compared with. */
  readonly isOther: boolean;
  readonly faults: readonly AxeFault[];
}

const REACHED = '.preview[data-status="reached"] iframe';

const rulesOf = (checked: readonly Checked[]): ReadonlySet<string> =>
  new Set(checked.flatMap(({ faults }) => faults.map(({ rule }) => rule)));

export function AxeCheck() {
  const [checked, setChecked] = useState<readonly Checked[]>([]);
  const [said, setSaid] = useState('');
  const [isAtWork, setIsAtWork] = useState(false);
  const stands = findings.value.axe !== undefined;

  async function check(): Promise<void> {
    const shown = view.value;
    const frames = [...document.querySelectorAll<HTMLIFrameElement>(REACHED)];
    setIsAtWork(true);
    setChecked([]);
    try {
      const results: Checked[] = [];
      for (const [n, frame] of frames.entries()) {
        setSaid(`${frame.title}, ${n + 1} of ${frames.length}`);
        const isOther = frame.closest('[data-other]') !== null;
        results.push({ title: frame.title, isOther, faults: await axeFaults(frame) });
        setChecked([...results]);
      }
      const rules = rulesOf(results);
      // Of a design that has changed meanwhile nothing is known.
      if (view.value !== shown) setSaid('The design has changed meanwhile. Check again.');
      else {
        noteFindings('axe', rulesOf(results.filter(({ isOther }) => !isOther)).size);
        const forms = frames.length === 1 ? '1 form' : `${frames.length} forms`;
        setSaid(
          rules.size === 0
            ? `axe finds nothing in ${forms}.`
            : `Rules broken: ${rules.size}, in ${forms}.`,
        );
      }
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    }
    setIsAtWork(false);
  }

  return (
    <section aria-labelledby="axe-check">
      <h3 id="axe-check">axe</h3>
      <Button isOff={isAtWork} onPress={check}>
        Check with axe
      </Button>
      <p role="status" data-axe={isAtWork ? 'checking' : stands ? 'done' : ''}>
        {isAtWork || stands ? said : said && 'The design has changed since.'}
      </p>
      {(isAtWork || stands) && (
        <ul>
          {checked.flatMap(({ title, faults }) =>
            faults.map(({ rule, help, places }) => (
              <li key={title + rule}>
                {title}: {help} (<code>{rule}</code>){' '}
                {places.map((place) => (
                  <code key={place}>{place} </code>
                ))}
              </li>
            )),
          )}
        </ul>
      )}
      <p class="quiet">Without the frames of number and CVV, where no page can look.</p>
    </section>
  );
}
