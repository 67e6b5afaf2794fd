/** `npm run admin -- applepay …` and `googlepay …`: the keys of a channel's wallets. */
import { buffer } from 'node:stream/consumers';
import {
  createWalletKey,
  importCertificate,
  listWalletKeys,
  removeWalletKey,
  type WalletKeyUse,
} from '../gateway/wallets/index.ts';
import { openVaultOf } from '../open-store.ts';
import { type Command, UsageError } from './admin-command.ts';

export const WALLET_USAGE = `  applepay key CHANNEL payment|identity    a new key; prints the certificate request for Apple
  applepay certificate CHANNEL      what Apple has issued, PEM or DER, from the standard input
  applepay list CHANNEL
  applepay remove KEY               after a rotation: tokens for it are not opened any more
  googlepay key CHANNEL             a new key; prints the public key for Google
  googlepay list CHANNEL
  googlepay remove KEY
`;

const create =
  (wallet: string, usesOf: (word: string | undefined) => WalletKeyUse): Command =>
  async (db, [channelId = '', word], _options, config) => {
    const vault = await openVaultOf(db, config);
    return createWalletKey({ db, vault }, { channelId, wallet, use: usesOf(word) });
  };

const list =
  (wallet: string): Command =>
  (db, [channelId = '']) =>
    listWalletKeys(db, channelId, wallet);

const remove =
  (wallet: string): Command =>
  async (db, [id = '']) => {
    await removeWalletKey(db, wallet, id);
    return { removed: id };
  };

export const WALLET_COMMANDS: Readonly<Record<string, Command>> = {
  'applepay key': create('APPLEPAY', (word) => {
    if (word === 'payment' || word === 'identity') return word;
    throw new UsageError('applepay key needs a channel, and payment or identity');
  }),
  'applepay certificate': async (db, [channelId = '']) => ({
    id: await importCertificate(db, channelId, await buffer(process.stdin)),
  }),
  'applepay list': list('APPLEPAY'),
  'applepay remove': remove('APPLEPAY'),
  'googlepay key': create('GOOGLEPAY', () => 'payment'),
  'googlepay list': list('GOOGLEPAY'),
  'googlepay remove': remove('GOOGLEPAY'),
};
