/** `create-shop`: a shop's server with a webhook and tests, as a merchant begins one. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { NotDoneError, UsageError } from './usage.ts';

const CLIENT = '@payment-widgets/server';
/** What the shop has of ours: the client, and while it is written this command line. */
const VERSIONS = { [CLIENT]: manifest.dependencies[CLIENT], [manifest.name]: manifest.version };

/** The files of `template`, by their path there. They are built into the program. */
const TEMPLATE = import.meta.glob<string>('../template/**/*', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** npm publishes no file that is called so. */
const HIDDEN: Readonly<Record<string, string>> = { gitignore: '.gitignore', env: '.env' };

export interface ShopOptions {
  /** Folder with the tarballs of the packages, where they are not published. */
  readonly tarballs?: string | undefined;
  /** GATEWAY, ENTITY_ID and ACCESS_TOKEN go into its `.env` where they are known. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Writes the shop into a folder that is new or empty.
 * @throws UsageError where the folder's name is none of a package; NotDoneError where there is something in it
 */
export function createShop(
  directory: string,
  { tarballs, env }: ShopOptions,
  print: (line: string) => void,
): void {
  const folder = resolve(directory);
  const name = basename(folder);
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(name)) {
    throw new UsageError(`a shop’s folder is named in a-z, 0-9, ".", "_" and "-"; it is ${name}`);
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new NotDoneError(`${folder} is not empty: name a new folder`);
  }
  for (const [path, text] of Object.entries(filesOf(name, sourcesIn(tarballs, folder), env))) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    // .env has the token.
    writeFileSync(file, text, { mode: path === '.env' ? 0o600 : 0o644 });
  }
  print(`The shop is in ${folder}. Now:`);
  print('');
  print(`  cd ${relative('', folder) || '.'}`);
  if (!env['ENTITY_ID'] || !env['ACCESS_TOKEN']) {
    print('  # fill in .env: the gateway’s npm start prints what goes there');
  }
  print('  npm install');
  print('  npm test');
  print('  npm start');
}

function filesOf(
  name: string,
  sources: Readonly<Record<string, string>>,
  env: ShopOptions['env'],
): Readonly<Record<string, string>> {
  const known: Readonly<Record<string, string | undefined>> = {
    ...env,
    WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  };
  const written = Object.entries(TEMPLATE).map(([source, text]) => {
    const path = source.replace('../template/', '');
    switch (path) {
      case 'package.json': {
        const shop = JSON.parse(text);
        for (const table of [shop.dependencies, shop.devDependencies]) {
          for (const needed of Object.keys(table)) table[needed] = sources[needed];
        }
        return [path, `${JSON.stringify({ ...shop, name }, null, 2)}\n`];
      }
      case 'README.md':
        return [path, text.replaceAll('my-shop', name)];
      case 'env':
        return [
          HIDDEN[path] ?? path,
          text.replace(/^(\w+)=(.*)$/gm, (_, key, value) => `${key}=${known[key] || value}`),
        ];
      default:
        return [HIDDEN[path] ?? path, text];
    }
  });
  return Object.fromEntries(written);
}

/** What `package.json` asks for, by package. @throws NotDoneError where the folder has no tarball of one */
function sourcesIn(tarballs: string | undefined, folder: string): Readonly<Record<string, string>> {
  if (tarballs === undefined) return VERSIONS;
  const files = Object.entries(VERSIONS).map(([name, version]) => {
    const file = resolve(tarballs, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
    if (!existsSync(file))
      throw new NotDoneError(`there is no ${file}: npm run packages -- ${tarballs}`);
    // From the shop: both may be on another machine, side by side.
    return [name, `file:${relative(folder, file)}`];
  });
  return Object.fromEntries(files);
}
