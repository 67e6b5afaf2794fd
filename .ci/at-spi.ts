/** Reads what AT-SPI tells of the form in Chromium and Firefox: `node .ci/at-spi.ts`, a part of the night. */
import { spawnSync } from 'node:child_process';

const PACKAGES = 'at-spi2-core dbus gir1.2-atspi-2.0 libatk-adaptor python3-gi xauth xvfb';

const isThere = (command: string, ...args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

if (
  !isThere('xvfb-run', '--help') ||
  !isThere('dbus-run-session', '--version') ||
  !isThere('/usr/bin/python3', '-c', 'import gi; gi.require_version("Atspi", "2.0")')
) {
  throw new Error(`AT-SPI cannot be read: apt-get install ${PACKAGES}`);
}

const { status } = spawnSync(
  'xvfb-run',
  [
    ...['-a', 'dbus-run-session', '--', 'vitest', 'run'],
    ...['--project', 'chromium', '--project', 'firefox', ...process.argv.slice(2)],
  ],
  {
    stdio: 'inherit',
    // Both browsers look for these before they build a tree for the bus.
    env: { ...process.env, AT_SPI: '1', ACCESSIBILITY_ENABLED: '1', GNOME_ACCESSIBILITY: '1' },
  },
);
process.exitCode = status ?? 1;
