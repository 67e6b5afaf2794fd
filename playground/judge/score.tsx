/** The number, what it is made of, and what was not looked at yet. */
import { findings, onlyTold } from '../design/findings.ts';
import { COSTS, costOf, JUDGES, type Judge, scoreOf } from '../design/score.ts';

const WORDS: Readonly<Record<Judge, string>> = {
  contrast: 'Pairs with too little contrast',
  targets: 'Targets that are too small',
  axe: 'Rules of axe that are broken',
  languages: 'Languages whose texts do not fit',
};

export function Score() {
  const found = findings.value;
  const missing = JUDGES.filter((judge) => found[judge] === undefined);
  return (
    <section aria-labelledby="score">
      <h3 id="score">Score</h3>
      <p role="status" data-score={scoreOf(found)}>
        <strong>{scoreOf(found)} of 100</strong>
        {missing.length > 0 && `, ${missing.length} not looked at yet`}
      </p>
      <table>
        <tbody>
          {JUDGES.map((judge) => {
            const count = found[judge];
            return (
              <tr key={judge}>
                <th scope="row">
                  {WORDS[judge]}, {COSTS[judge]} each
                </th>
                <td class={count ? 'bad' : ''}>
                  {count === undefined
                    ? 'not yet'
                    : `${count}${count > 0 ? ` (−${costOf(judge, count)})` : ''}`}
                  {onlyTold.value.has(judge) && ', says the link'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
