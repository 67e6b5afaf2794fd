/** The address follows what is shown and what was found of it, and what is shown follows the address. */
import { computed, effect } from '@preact/signals';
import { fitsLink, readAddress, readLink, writeAddress } from './address.ts';
import { findings, takeFindings } from './findings.ts';
import { begin, problems, show, view } from './history.ts';

/** WebKit lets a page change its address 100 times in 10 seconds, before in 30, and throws at the next. */
const WRITE_EVERY_MS = 400;

/** Writes the first value at once, and later ones at intervals: the last of each. */
function atIntervals(write: (value: string) => void): (value: string) => void {
  let due: string | undefined;
  let isWaiting = false;
  const next = (): void => {
    isWaiting = due !== undefined;
    if (due === undefined) return;
    write(due);
    due = undefined;
    setTimeout(next, WRITE_EVERY_MS);
  };
  return (value) => {
    due = value;
    if (!isWaiting) next();
  };
}

const address = computed(() => writeAddress(view.value, findings.value));
export const isTooLong = computed(() => !fitsLink(address.value));

/** What is too long for a link, as this tab keeps it over a reload. */
interface Kept {
  readonly address: string;
}

export function followAddress(): void {
  /** As it is in the address. */
  let written = location.hash;
  const read = () => {
    const kept: Kept | null = history.state;
    const {
      view: shown,
      problems: told,
      findings: found,
    } = kept ? readAddress(kept.address) : readLink(written);
    problems.value = told;
    return { shown, found };
  };
  const first = read();
  begin(first.shown);
  takeFindings(first.found);

  const follow = atIntervals((next) => {
    // Another one has come meanwhile, and is read in a moment.
    if (location.hash !== written) return;
    if (fitsLink(next)) history.replaceState(null, '', `#${next}`);
    else {
      const keeps: Kept = { address: next };
      history.replaceState(keeps, '', location.pathname);
    }
    written = location.hash;
  });
  addEventListener('hashchange', () => {
    if (location.hash === written) return;
    written = location.hash;
    const { shown, found } = read();
    if (written === '') begin(shown);
    else show(shown);
    takeFindings(found);
  });
  effect(() => follow(address.value));
}
