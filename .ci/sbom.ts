/**
 * The software bill of materials (CycloneDX, made by npm): `npm run sbom` writes `docs/sbom.json`. Run
 * without `--write` it compares what is installed with that file, so that a package which was not
 * there before gets a review, and refuses licences that are not agreed to.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'docs', 'sbom.json');

/** What may be shipped. */
const LICENCES = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC'],
  ...['MIT', 'MIT-0', 'Unlicense'],
]);
/** What may be used to build and test besides. */
const TOOL_LICENCES = new Set([...LICENCES, 'MPL-2.0', 'CC-BY-4.0', 'OFL-1.1']);

export interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly hashes?: readonly { readonly content: string }[];
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
}

export interface Bill {
  readonly components: readonly Component[];
}

/** What differs between the bill that was agreed to and the one of today, a line each. */
export function differences(agreed: Bill, today: Bill): string[] {
  const [before, now] = [agreed, today].map(
    ({ components }) => new Map(components.map((one) => [`${one.name}@${one.version}`, one])),
  ) as [Map<string, Component>, Map<string, Component>];
  const hashOf = (one: Component | undefined) => one?.hashes?.[0]?.content;
  return [
    ...[...now.keys()].filter((key) => !before.has(key)).map((key) => `${key} is new`),
    ...[...before.keys()].filter((key) => !now.has(key)).map((key) => `${key} is gone`),
    ...[...now]
      .filter(([key, one]) => before.has(key) && hashOf(before.get(key)) !== hashOf(one))
      .map(([key]) => `${key} has other contents`),
  ].sort();
}

/** The packages whose licence is not agreed to, a line each. */
export function refusedLicences({ components }: Bill): string[] {
  return components.flatMap((one) => {
    const allowed = isTool(one) ? TOOL_LICENCES : LICENCES;
    const terms = termsOf(one);
    const isAllowed = terms.some((alternative) => allowed.has(alternative));
    return isAllowed
      ? []
      : [`${one.name}@${one.version} has the licence ${terms.join(' or ') || 'unknown'}`];
  });
}

const isTool = ({ properties = [] }: Component): boolean =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');

/** The licences that one may choose from. */
const termsOf = ({ licenses = [] }: Component): string[] =>
  licenses.flatMap(({ license, expression }) =>
    expression === undefined
      ? [license?.id ?? license?.name ?? ''].filter((name) => name !== '')
      : expression.replaceAll(/[()]/g, '').split(/ or /i),
  );

/** What npm says, without what differs from run to run and machine to machine. */
function billOfToday(): Bill & object {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    // Without what the packages for npm ask for beside them: the gateway runs without React.
    ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--workspaces=false'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const { serialNumber: _, metadata, ...bill } = JSON.parse(stdout);
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { timestamp: __, tools: ___, component, ...about } = metadata;
  return { ...bill, metadata: { ...about, component: { ...component, name, version } } };
}

function main(): void {
  const today = billOfToday();
  const refused = refusedLicences(today);
  if (process.argv.includes('--write')) {
    writeFileSync(FILE, `${JSON.stringify(today, null, 1)}\n`);
    process.stdout.write(`${today.components.length} packages are in docs/sbom.json\n`);
  }
  const found = [...refused, ...differences(JSON.parse(readFileSync(FILE, 'utf8')), today)];
  if (found.length === 0) return;
  process.stderr.write(
    `The packages are not those that were agreed to:\n${found.map((line) => `  ${line}\n`).join('')}` +
      'Look at each, then npm run sbom.\n',
  );
  process.exitCode = 1;
}

if (import.meta.main) main();
