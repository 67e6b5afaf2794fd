/** What the server refuses, in the administrator's language. */
import { expect, test } from './fixtures.ts';

const REFUSED = {
  en: 'last4: must be four digits',
  de: 'last4: muss aus vier Ziffern bestehen',
  ar: 'يجب أن يكون أربعة أرقام',
};

for (const [language, words] of Object.entries(REFUSED)) {
  test(`a filter that is none is refused in ${language}`, async ({ desk }) => {
    await desk.addInitScript((tag) => localStorage.setItem('console.language', tag), language);
    await desk.goto('/chargebacks?last4=12');
    await expect(desk.getByRole('alert')).toContainText(words);
  });
}

test('a link with a filter that there is no more says which there are, and is cleared', async ({
  desk,
}) => {
  await desk.goto('/payments?state=paid&brand=VISA');
  const alert = desk.getByRole('alert');
  await expect(alert).toContainText('state: must be one of in_doubt, pending, succeeded, failed');
  await expect(alert.getByRole('button')).toHaveCount(0);
  await alert.getByRole('link', { name: 'Clear filters' }).click();
  await expect(desk).toHaveURL(/\/payments$/);
  await expect(desk.getByRole('row').nth(1)).toBeVisible();
});

test('a dialog says in German what is wrong with what was typed', async ({ desk }) => {
  await desk.addInitScript(() => localStorage.setItem('console.language', 'de'));
  await desk.goto('/channel');
  await desk.getByRole('button', { name: 'Herkünfte ändern' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Erlaubte Herkünfte').fill('https://shop.example/pay');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'muss ein Ursprung wie https://shop.example sein, ohne Pfad',
  );
});
