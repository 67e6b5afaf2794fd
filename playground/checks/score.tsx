/** The number, what it is made of, and what was not looked at yet. */
import { findings, onlyTold } from '../design/findings.ts';
import { CHECKS, type Check, COSTS, costOf, scoreOf } from '../design/score.ts';

const WORDS: Readonly<Record<Check, string>> = {
  contrast: 'Pairs with too little contrast',
  targets: 'Targets that are too small',
  focus: 'Controls whose focus is not seen',
  axe: 'Rules of axe that are broken',
  languages: 'Languages whose texts do not fit',
};

export function Score() {
  const found = findings.value;
  const missing = CHECKS.filter((check) => found[check] === undefined);
  return (
    <section class="score" aria-labelledby="score">
      <h3 id="score">Score</h3>
      <p role="status" data-score={scoreOf(found)}>
        <strong>{scoreOf(found)} of 100</strong>
        {missing.length > 0 && `, ${missing.length} not looked at yet`}
      </p>
      <table>
        <tbody>
          {CHECKS.map((check) => {
            const count = found[check];
            return (
              <tr key={check}>
                <th scope="row">
                  {WORDS[check]} <span class="quiet">−{COSTS[check]} each</span>
                </th>
                <td class={count ? 'bad' : ''}>
                  {count === undefined
                    ? 'not yet'
                    : `${count}${count > 0 ? ` (−${costOf(check, count)})` : ''}`}
                  {onlyTold.value.has(check) && ', says the link'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
