/** How administrators come in: password, passkey, and what is said where it does not work. */
import { accessibilityProblems } from '../axe.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

test('a wrong password is said, the right one signs in, and other sessions can be ended', async ({
  page,
  office,
}) => {
  await page.goto(`${office.consoleUrl}/payments?state=failed`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel('Name').fill('Olga');
  await page.getByLabel('Password').fill('wrong horse battery');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('That is not right.');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // The link that was opened is what is shown.
  await expect(page.getByLabel('State')).toHaveValue('failed');
  await page.goto(`${office.consoleUrl}/account`);
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText('this one');
});

test('a link that was used says so', async ({ page, office }) => {
  await page.goto(`${office.consoleUrl}/invitation#token=used`);
  await expect(page.getByRole('alert')).toContainText('Ask for another one.');
});

test('an administrator adds a passkey, and signs in with it', async ({ desk }) => {
  const browser = await desk.context().newCDPSession(desk);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await desk.goto('/account');
  const passkeys = desk.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByLabel('Name of the passkey').fill('laptop');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('button', { name: 'Remove laptop' })).toBeVisible();
  await desk.context().clearCookies();
  await desk.reload();
  await desk.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
});
