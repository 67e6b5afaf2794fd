/** The address follows what is shown and what was found of it, and what is shown follows the address. */
import { effect } from '@preact/signals';
import { readAddress, writeAddress } from './address.ts';
import { findings, takeFindings } from './findings.ts';
import { begin, problems, show, view } from './history.ts';

function follow(): void {
  const hash = location.hash.slice(1);
  if (hash === writeAddress(view.value, findings.value)) return;
  const read = readAddress(hash);
  problems.value = read.problems;
  if (hash === '') begin(read.view);
  else show(read.view);
  takeFindings(read.findings);
}

export function followAddress(): void {
  const read = readAddress(location.hash);
  begin(read.view);
  problems.value = read.problems;
  takeFindings(read.findings);
  addEventListener('hashchange', follow);
  effect(() => history.replaceState(null, '', `#${writeAddress(view.value, findings.value)}`));
}
