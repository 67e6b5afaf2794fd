/** A page of a simulated bank or wallet. Its look is in public/bank/bank.css. */
import type { ColorScheme } from '../../../contract/color-scheme.ts';
import { moneyFormat } from '../../../contract/money-format.ts';
import type { BankQuestion } from '../../../contract/simulated-bank.ts';
import { type Html, html } from '../../html.ts';
import type { BankLanguage } from './bank-language.ts';

/** The shop's language, and its colours where they are known. */
export interface BankLook extends BankLanguage {
  readonly scheme?: ColorScheme | undefined;
}

/** What an issuer can say, with our word for it. */
const STATUSES = [
  ['Y', 'bankConfirm'],
  ['N', 'bankDecline'],
  ['D', 'bankLater'],
  ['U', 'bankUnavailable'],
  ['X', 'bankError'],
] as const;

/** What a shopper can do at a wallet. */
const CHOICES = [
  ['accept', 'bankConfirm'],
  ['decline', 'bankDecline'],
  ['pend', 'bankLater'],
  ['cancel', 'cancel'],
] as const;

/** What a bank's page posts, and what it may be. */
export const ANSWERS = {
  challenge: { field: 'transStatus', values: STATUSES.map(([status]): string => status) },
  wallet: { field: 'outcome', values: CHOICES.map(([choice]): string => choice) },
} as const;

/**
 * @param carried the question itself, to be sent back with the answer
 * @param problem what is wrong with an answer that was posted; for developers, so in English
 */
export function challengePage(
  question: BankQuestion,
  carried: string,
  language: BankLook,
  problem?: string,
): string {
  const { word } = language;
  return bankPage(
    language,
    question,
    html`${problemOf(problem)}<form method="post" action="/bank/challenge/answer?${carriedOn(language)}">
<input type="hidden" name="creq" value="${carried}">
<label for="status">${word('bankOutcome')}</label>
<select id="status" name="transStatus">
${STATUSES.map(([status, key]) => html`<option value="${status}">${word(key)} (${status})</option>`)}
</select>
<button class="main">${word('nextStep')}</button>
</form>`,
  );
}

/** The same for a wallet or an online bank. */
export function walletPage(
  question: BankQuestion,
  carried: string,
  language: BankLook,
  problem?: string,
): string {
  const { word } = language;
  return bankPage(
    language,
    question,
    html`${problemOf(problem)}<form method="post" action="/bank/wallet/answer?${carriedOn(language)}">
<input type="hidden" name="order" value="${carried}">
${CHOICES.map(
  ([choice, key]) =>
    html`<button name="outcome" value="${choice}"${choice === 'accept' ? html` class="main"` : ''}>${word(key)}</button>`,
)}
</form>`,
  );
}

/** Where a voucher is paid: any amount, as often as a shopper does it. */
export function voucherPage(
  question: BankQuestion,
  carried: string,
  language: BankLook,
  problem?: string,
): string {
  const { word } = language;
  return bankPage(
    language,
    question,
    html`${problemOf(problem)}<form method="post" action="/bank/voucher/answer?${carriedOn(language)}">
<input type="hidden" name="voucher" value="${carried}">
<label for="amount">${word('voucherAmount')}</label>
<input id="amount" name="amount" inputmode="decimal" dir="ltr" value="${question.amount}">
<button class="main">${word('bankConfirm')}</button>
</form>`,
  );
}

/** An answer that is refused is refused in the same looks. */
const carriedOn = ({ tag, scheme }: BankLook) =>
  new URLSearchParams({ locale: tag, ...(scheme && { scheme }) }).toString();

const problemOf = (problem: string | undefined) =>
  problem &&
  html`<p role="alert" lang="en" dir="ltr">${problem}</p>
`;

/** For what bears no signature of the simulator: an address that was cut off, or made up. */
export const outdatedPage = (language: BankLook): string =>
  document(language, html`<h1 id="title">${language.word('pageOutdated')}</h1>`);

function bankPage(language: BankLook, question: BankQuestion, form: Html): string {
  const { tag, word } = language;
  const { amount, currency, merchant, brand, last4Digits } = question;
  // Where nothing is paid the account is kept for later payments.
  const prompt = currency
    ? word('bankPrompt', {
        amount: moneyFormat(amount, currency, tag).format(Number(amount)),
        merchant,
      })
    : word('registerAccount', { brand });
  return document(
    language,
    html`<p class="bank" aria-hidden="true"><span></span><bdi>${brand}</bdi></p>
<h1 id="title">${word('bankTitle')}</h1>
<p class="prompt">${prompt}</p>
${!currency && html`<p class="card"><bdi>${merchant}</bdi></p>`}
${last4Digits && html`<p class="card"><bdi dir="ltr">${brand} •••• ${last4Digits}</bdi></p>`}
${form}`,
  );
}

const document = ({ tag, direction, word, scheme }: BankLook, content: Html): string =>
  html`<!doctype html>
<html lang="${tag}" dir="${direction}" data-scheme="${scheme ?? 'any'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${word('bankTitle')}</title>
<link rel="icon" href="/assets/bank/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/bank/bank.css">
</head>
<body>
<main aria-labelledby="title">
<p class="simulation">${word('bankSimulation')}</p>
<div class="page">
${content}
</div>
</main>
</body>
</html>
`.source;
