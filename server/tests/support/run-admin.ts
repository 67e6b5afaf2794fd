/** `npm run admin` for tests that are about its commands, in their own process. */
import { administer, refusalOf } from '../../admin/administer.ts';
import { environment, runScript } from './gateway-process.ts';

/**
 * Does what `server/admin/admin.ts` does, without the second that a process takes to load it. A command that
 * reads its standard input gets one.
 */
export async function runAdmin(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  input = '',
): ReturnType<typeof runScript> {
  if (input !== '') return runScript('server/admin/admin.ts', args, variables, input);
  const { exitCode } = process;
  process.exitCode = 0;
  let stdout = '';
  const print = (answer: string) => {
    stdout += answer;
  };
  try {
    await administer(args, environment(variables), print);
    // A command that found something wrong says so to a script that goes on.
    return { code: Number(process.exitCode), stdout, stderr: '' };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return { code: 2, stdout, stderr: `${refusal}\n` };
  } finally {
    process.exitCode = exitCode;
  }
}
