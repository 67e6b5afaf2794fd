/**
 * What a screen reader is given of each state, page and frames: read by us, and kept as it is. The
 * words are those of the language, the tree is the same in each.
 */
import { readFileSync } from 'node:fs';
import type { CardForm } from './card-form.ts';
import { expect, test } from './fixtures.ts';
import { leaveUnanswered, PAYMENT_REQUESTS } from './payment-requests.ts';

type Texts = Readonly<Record<string, string>>;
type State = 'empty' | 'errors' | 'declined' | 'busy';

const textsOf = (code: string): Texts =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../locales/${code}.json`, 'utf8'));

const CARD = { number: '4200 0000 0000 1016', expiry: '12 / 34', holder: 'Jane Jones' } as const;

function pageTree(texts: Texts, state: State): string {
  const isWrong = state === 'errors';
  const isFilled = state === 'declined' || state === 'busy';
  const disabled = state === 'busy' ? ' [disabled]' : '';
  const invalid = isWrong ? ' [invalid]' : '';
  /** An error stands right after its field and before the next label. */
  const after = (error: string, label: string) =>
    `- text: "${isWrong ? `${texts[error]} ` : ''}${texts[label]}"`;
  const said = {
    empty: '- status',
    errors: '- status: /\\S+/',
    declined: `- status: "${texts['declined']}"`,
    busy: `- status: "${texts['processing']}"`,
  };
  return `
    - /children: deep-equal
    - text: "${texts['brand']}"
    - combobox "${texts['brand']}"${disabled}:
      - option "Visa"${disabled} [selected]
      - option "Mastercard"${disabled}
      - option "American Express"${disabled}
    - text: "${texts['cardNumber']}"
    - iframe
    ${after('cardNumberError', 'expiryDate')}
    - textbox "${texts['expiryDate']}"${invalid}:
      - /placeholder: "${texts['mmyy']}"
      ${isFilled ? `- text: "${CARD.expiry}"` : ''}
    ${after('expiryMonthError', 'cvv')}
    - iframe
    ${after('cvvError', 'cardHolder')}
    - textbox "${texts['cardHolder']}"${invalid}${isFilled ? `: "${CARD.holder}"` : ''}
    ${isWrong ? `- text: "${texts['cardHolderError']}"` : ''}
    ${state === 'declined' ? `- paragraph: "${texts['declined']}"` : ''}
    - button "${texts[state === 'busy' ? 'processing' : 'submit']}"${disabled}
    ${said[state]}`
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');
}

const frameTree = (name = '', error = '', value = '') => `
    - /children: deep-equal
    - textbox "${name}"${error ? ' [invalid]' : ''}${value ? `: "${value}"` : ''}
    - paragraph${error ? `: "${error}"` : ''}`;

async function expectTrees(form: CardForm, texts: Texts, state: State): Promise<void> {
  const isWrong = state === 'errors';
  await expect(form.root).toMatchAriaSnapshot(pageTree(texts, state));
  const isFilled = state === 'declined' || state === 'busy';
  await expect(form.frame('card.number').locator('body')).toMatchAriaSnapshot(
    frameTree(
      texts['cardNumber'],
      isWrong ? texts['cardNumberError'] : '',
      isFilled ? CARD.number : '',
    ),
  );
  await expect(form.frame('card.cvv').locator('body')).toMatchAriaSnapshot(
    frameTree(texts['cvv'], isWrong ? texts['cvvError'] : '', state === 'busy' ? '123' : ''),
  );
}

for (const code of ['en', 'ar']) {
  test(`the accessibility tree in ${code}: empty, errors, declined, busy, expired`, async ({
    page,
    openForm,
    gateway,
  }) => {
    const texts = textsOf(code);
    const { form, checkoutId } = await openForm({
      options: `{locale: '${code}', stayOnDecline: true}`,
    });
    await form.isReady();
    await expectTrees(form, texts, 'empty');
    await form.payButton.click();
    await expectTrees(form, texts, 'errors');
    await form.pay({ number: CARD.number });
    await expectTrees(form, texts, 'declined');

    await page.route(PAYMENT_REQUESTS, leaveUnanswered, { times: 1 });
    await form.cvv.pressSequentially('123');
    await form.payButton.click();
    await expectTrees(form, texts, 'busy');

    await gateway.expire(checkoutId);
    await page.reload();
    await expect(form.message).toBeVisible();
    await expect(form.root).toMatchAriaSnapshot(`
      - /children: deep-equal
      - paragraph: "${texts['sessionExpired']}"
      - button "${texts['startAgain']}"
      - status: "${texts['sessionExpired']}"`);
  });
}
