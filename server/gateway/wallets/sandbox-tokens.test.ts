/** The sandbox's wallets of an installation, and a test channel as these know it. */
import { afterAll, expect, it } from 'vitest';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { publicBytes } from '../../wallets/ec-keys.ts';
import { openSandboxWallet } from '../../wallets/sandbox-wallet.ts';
import { sandboxMerchant, sandboxWalletOf } from './sandbox-tokens.ts';

const { vault, drop } = await openSubscribedChannel();
afterAll(drop);

it('have keys that follow from the secret of the installation, and from nothing else', () => {
  const now = Date.now();
  const { googleRootKeys } = sandboxWalletOf(vault);
  expect(googleRootKeys(now)).toBe(sandboxWalletOf(vault).googleRootKeys(now));
  expect(googleRootKeys(now)).toBe(
    openSandboxWallet(vault.keyedHash('sandbox wallet')).googleRootKeys(now),
  );
  const others = openSandboxWallet(vault.keyedHash('another use'));
  expect(others.googleRootKeys(now)).not.toBe(googleRootKeys(now));
});

it('each channel has names and a key of its own', () => {
  const [one, other] = [sandboxMerchant(vault, 'one'), sandboxMerchant(vault, 'other')];
  expect(one).toMatchObject({ appleId: 'merchant.sandbox.one', googleId: 'merchant:one' });
  const bytes = (of: typeof one) => publicBytes(of.privateKey).toString('hex');
  expect(bytes(one)).toBe(bytes(sandboxMerchant(vault, 'one')));
  expect(bytes(one)).not.toBe(bytes(other));
});
