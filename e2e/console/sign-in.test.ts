/** How administrators come in: password, passkey, and what is said where it does not work. */
import { accessibilityProblems } from '../axe.ts';
import { expect, PASSWORD, test } from './fixtures.ts';
import { oneTimeCode } from './one-time-code.ts';

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

test('a sign-out that does not reach the server says so, and the session is seen to be open', async ({
  agent,
}) => {
  await agent.route('**/admin/v1/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  const signOut = async () => {
    await agent.getByRole('button', { name: /^Sam/ }).click();
    await agent.getByRole('button', { name: 'Sign out' }).click();
  };
  await signOut();
  await expect(agent.getByText('No connection. Nothing was lost; try again.')).toBeVisible();
  await expect(agent.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await agent.unroute('**/admin/v1/session');
  await agent.getByRole('button', { name: 'Sign out' }).click();
  await expect(agent.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('a session that is over in the middle of a refund says so, and nothing is refunded', async ({
  desk,
  office,
}) => {
  const address = `/payments/${await office.sell('60.00', 'EUR')}`;
  await desk.goto(address);
  await desk.getByRole('button', { name: 'Refund', exact: true }).click();
  await desk.getByLabel('Amount in EUR').fill('20');
  await desk.context().clearCookies();
  await desk.getByRole('button', { name: 'Refund €20.00' }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(desk.getByRole('alert')).toHaveText('Your session is over. Sign in again.');
  await desk.getByLabel('Name').fill('Olga');
  await desk.getByLabel('Password').fill(PASSWORD);
  await desk.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(desk).toHaveURL(new RegExp(`${address}$`));
  await expect(desk.getByRole('region', { name: 'Money' })).toContainText('Kept€60.00');
});

test('a tab shows nothing of what another administrator sees who signed in in the same browser', async ({
  desk,
  agent,
}) => {
  await desk.goto('/administrators');
  await desk.getByRole('button', { name: 'Invite' }).click();
  await desk.getByRole('dialog').getByLabel('Name').fill('Tom of the tab');
  await desk.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  const link = await desk.getByRole('dialog').locator('bdi').textContent();
  const exporting = await agent.context().newPage();
  const files: string[] = [];
  exporting.on('download', (file) => files.push(file.url()));
  await exporting.goto('/payments');
  const exported = exporting.getByRole('link', { name: 'Export as CSV' });
  await expect(exported).toBeVisible();
  const other = await agent.context().newPage();
  await other.goto(link ?? '');
  await other.getByLabel('New password').fill(PASSWORD);
  await other.getByRole('button', { name: 'Set the password' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await agent.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(agent.getByRole('alert')).toContainText('Another sign-in has begun in this browser');
  await expect(agent.getByRole('table')).toHaveCount(0);
  await exported.click();
  await expect(exporting.getByRole('alert')).toContainText('Another sign-in has begun');
  expect(files).toEqual([]);
  await exporting.close();
  await agent.getByRole('button', { name: 'Load the page again' }).click();
  await expect(agent.getByRole('button', { name: 'Tom of the tab' })).toBeVisible();
  await expect(agent.getByRole('table', { name: 'Payments' })).toBeVisible();
});

test('a link that was used says so', async ({ page, office }) => {
  await page.goto(`${office.consoleUrl}/invitation#token=used`);
  await expect(page.getByRole('alert')).toContainText('Ask for another one.');
});

// One who has just signed in: who has for five minutes is asked for the password.
test('an administrator adds a passkey, and signs in with it', async ({ agent }) => {
  const browser = await agent.context().newCDPSession(agent);
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
  await agent.goto('/account');
  const passkeys = agent.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByLabel('Name of the passkey').fill('laptop');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('button', { name: 'Remove laptop' })).toBeVisible();
  await agent.context().clearCookies();
  await agent.reload();
  await agent.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(agent.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
});

test('an administrator adds an authenticator app, and comes in with a recovery code', async ({
  desk,
  page,
}) => {
  await desk.goto('/administrators');
  await desk.getByRole('button', { name: 'Invite' }).click();
  const invitation = desk.getByRole('dialog');
  await invitation.getByLabel('Name').fill('Tess');
  await invitation.getByRole('button', { name: 'Invite' }).click();
  const link = (await invitation.locator('bdi').textContent()) ?? '';
  await page.goto(link);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('link', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  const secret = (await dialog.locator('bdi').textContent()) ?? '';
  await dialog.getByLabel('Code').fill(oneTimeCode(secret));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const recoveryCode = (await dialog.getByRole('listitem').first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Tess' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Name').fill('Tess');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
});

test('who changes the password is told which passkeys stay, and removes one', async ({ agent }) => {
  const browser = await agent.context().newCDPSession(agent);
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
  await agent.goto('/account');
  const passkeys = agent.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByLabel('Name of the passkey').fill('old laptop');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('button', { name: 'Remove old laptop' })).toBeVisible();
  const password = agent.getByRole('region', { name: 'Change the password' });
  await password.getByLabel('Password', { exact: true }).fill('not my password');
  await password.getByLabel('New password').fill('yet another long one');
  await password.getByRole('button', { name: 'Change the password' }).click();
  await expect(password.getByRole('alert')).toContainText('is not your password');
  await password.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await password.getByRole('button', { name: 'Change the password' }).click();
  await expect(password.getByRole('status')).toContainText(
    'These passkeys still sign you in: old laptop.',
  );
  expect(await accessibilityProblems(agent)).toEqual([]);
  await passkeys.getByRole('button', { name: 'Remove old laptop' }).click();
  await agent.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByRole('button', { name: 'Remove old laptop' })).toHaveCount(0);
});

test('some minutes after signing in, another way in asks for the password', async ({ agent }) => {
  await agent.goto('/account');
  const app = agent.getByRole('region', { name: 'Authenticator app' });
  // As a session that is not so young is answered; the server's rule is tested with the server.
  await agent.route('**/session/authenticator', async (route) => {
    if (route.request().postDataJSON().password) return route.continue();
    await route.fulfill({ status: 403, json: { reason: 'password-needed', description: '' } });
  });
  await app.getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(app.getByRole('alert')).toContainText('Your password is needed for this.');
  await app.getByLabel('Password').fill(PASSWORD);
  await app.getByRole('button', { name: 'Add an authenticator app' }).click();
  await expect(agent.getByRole('dialog')).toContainText('Scan this with your app');
});
