/** Work in a process of its own that has no file descriptor left, and then has them back. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const DESCRIPTORS = 64;

/**
 * @param work source of an asynchronous function, which is called three times at once, and once after
 * @param imports modules by the names that the work knows them by
 * @returns of each call `done`, or why it failed: the first three had no descriptor
 */
export async function withoutDescriptors(
  work: string,
  imports: Readonly<Record<string, string>>,
): Promise<string[]> {
  const lines = Object.entries(imports).map(
    ([name, url]) => `const ${name} = await import(${JSON.stringify(url)});`,
  );
  const script = `
    const { openSync, closeSync } = await import('node:fs');
    ${lines.join('\n')}
    const work = ${work};
    const said = () => work().then(() => 'done', ({ message }) => message);
    setInterval(() => {}, 1000);
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null', 'r')); } catch {}
    const failed = await Promise.all([said(), said(), said()]);
    for (const each of taken) closeSync(each);
    console.log(JSON.stringify([...failed, await said()]));
    process.exit();`;
  const { stdout } = await promisify(execFile)('bash', [
    ...['-c', `ulimit -n ${DESCRIPTORS}; exec "$0" --input-type=module -e "$1"`],
    ...[process.execPath, script],
  ]);
  return JSON.parse(stdout);
}
