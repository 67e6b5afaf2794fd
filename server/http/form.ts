/** `GET /v1/checkouts/{id}/form`: what the form needs to draw itself. */
import type { FastifyInstance } from 'fastify';
import { CARD_BRANDS } from '../../contract/card-brands.ts';
import { maskedText } from '../../contract/card-numbers-in-text.ts';
import { toAmount, toMinorUnits } from '../../contract/currency.ts';
import { DEVELOPER_NOTES } from '../../contract/developer-notes.ts';
import {
  type CheckoutFormData,
  type FormDataQuery,
  type FormDataRefusal,
  MOST_NAMES,
  type Unconfirmed,
} from '../../contract/form-data.ts';
import { isOtherBrand } from '../../contract/is-other-brand.ts';
import {
  adviceOnOptions,
  type KnownNames,
  type SeenOption,
  withoutPlural,
} from '../../contract/option-advice.ts';
import { otherBrandRules, whyNotStored } from '../../contract/other-brand-rules.ts';
import { needsCvv, storesOnly } from '../../contract/parameter-rules.ts';
import { withPluralForms } from '../../contract/text-keys.ts';
import { WALLETS } from '../../contract/wallets.ts';
import {
  isLanguageName,
  type Texts,
  type Translation,
  translationFor,
} from '../../locales/translations.ts';
import { deviceOf, newSealNonce } from '../gateway/checkout/index.ts';
import {
  allowsOrigin,
  allowsRegistrations,
  offersBrand,
  offersOtherBrand,
  requiresStoredCvv,
} from '../gateway/entities/index.ts';
import { fontFaces } from '../gateway/fonts/index.ts';
import { isSampled } from '../gateway/page-watch/index.ts';
import { backToMerchant, isVoucher, ofCheckout, redirectOf } from '../gateway/processors/index.ts';
import {
  CHECKOUT_VALIDITY_MS,
  type Checkout,
  findCheckout,
  findPayment,
  hasExpired,
  lastPaidWith,
  registrationOfCheckout,
} from '../gateway/records/index.ts';
import { ApiError, foreignOrigin, noSuchCheckout } from '../gateway/requests/index.ts';
import { publishedOptions } from '../published-options.ts';
import { channelNow, realNow } from '../store/clock.ts';
import type { Payment } from '../store/records/payment.ts';
import { allowAnyOrigin } from './answer-headers.ts';
import type { CheckoutPath } from './checkout-payment.ts';
import { resultUrlOf } from './confirmation-pages.ts';
import type { Context } from './context.ts';
import { errorAdvice } from './error-advice.ts';
import { billingBlock } from './form-fields/billing.ts';
import { brandAdvice } from './form-fields/brand-advice.ts';
import { cardConsent, withConsent } from './form-fields/consent.ts';
import { withMandate } from './form-fields/direct-debit.ts';
import { stylesFor } from './form-fields/field-styles.ts';
import { installmentsBlock } from './form-fields/installments.ts';
import { OTHER_BRAND_FORMS, withInlineFlow, withOwnNames } from './form-fields/other-brands.ts';
import { SHOW_OTHERS, storedCardsBlock, storedMeans } from './form-fields/stored-cards.ts';
import { textBlocks } from './form-fields/text-fields.ts';
import { messageTree, voucherTree } from './form-fields/voucher.ts';
import { withWallets } from './form-fields/wallets.ts';
import { dictionaryFor } from './languages.ts';
import { reasonOf } from './present/confirmation.ts';
import { single } from './request-values.ts';
import { bankAddress } from './vouchers/voucher-routes.ts';
import { voucherView } from './vouchers/voucher-view.ts';

/** A page with more mistakes than this is told of these first. */
const MAX_NOTES = 20;
const ALL_BRANDS = [...Object.keys(CARD_BRANDS), ...Object.keys(OTHER_BRAND_FORMS)];

const NO_RESULT_PAGE =
  'The form has no action. Give it the address of your result page, ' +
  'or set shopperResultUrl when you create the checkout.';

/** A voucher that is to be paid, and a payment that is being made, are asked for so often. */
const LOOK_AGAIN_MS = 5_000;

/** More languages of a page are not looked at: each costs some time. */
const MAX_LANGUAGES = 200;

/** Names in `wpwlOptions.languages` that are no languages. */
const languageAdvice = (names = ''): string[] =>
  names
    .split(',', MAX_LANGUAGES)
    .filter((name) => name && !isLanguageName(name))
    .slice(0, MAX_NOTES)
    .map(
      (name) =>
        `languages: "${maskedText(name)}" is no language tag (BCP 47), such as sr or sr-Latn.`,
    );

/** What a page has set, as the form lists it: no more than it lists, and no name that may be cut off. */
function optionsIn(names = ''): SeenOption[] {
  const listed = names.slice(0, MOST_NAMES);
  const whole = listed.length < MOST_NAMES ? listed : listed.slice(0, listed.lastIndexOf(','));
  const tables = new Map<string, string[]>();
  for (const path of maskedText(whole).split(',').filter(Boolean)) {
    const [name = '', ...key] = path.split('.');
    const keys = tables.get(name) ?? [];
    if (key.length > 0) keys.push(key.join('.'));
    tables.set(name, keys);
  }
  return [...tables];
}

/** `ar` of `ar-EG-u-nu-latn`. */
function withoutRegion(tag: string): string {
  const { language, script } = new Intl.Locale(tag);
  return [language, script].filter(Boolean).join('-');
}

/** As {@link Unconfirmed} names the form. */
const formOf = ({ brand }: Pick<Payment, 'brand'>): string =>
  brand !== null && isOtherBrand(brand) ? brand : 'card';

/** Has a form's name: a form that is busy gives way to it, too, as another tab has paid. */
const insteadOnceOver = (result: string) => ({
  insteadOf: 'card',
  instead: messageTree('alreadyPaid', result),
});

interface FormRoute extends CheckoutPath {
  Querystring: FormDataQuery;
}

export function formRoutes(app: FastifyInstance, context: Context): void {
  const { gateway, brands, envelope, callers, visits } = context;
  const known: KnownNames = {
    options: publishedOptions(),
    texts: Object.keys(translationFor('en').texts).map(withoutPlural),
  };

  /** @throws ApiError when the checkout is over, or the page's origin may not show it */
  const requireOpen = (checkout: Checkout | undefined, origin: string | undefined): Checkout => {
    if (!checkout) throw noSuchCheckout();
    if (origin !== undefined && !allowsOrigin(checkout.channel.settings, origin)) {
      throw foreignOrigin(origin);
    }
    // While a payment of it is open it is not over: a shopper who heard so would pay a second one.
    const isUnpaid = checkout.paidId === null && checkout.payingId === null;
    if (isUnpaid && hasExpired(checkout)) throw noSuchCheckout();
    return checkout;
  };

  /** What waits for its shopper at the bank or the wallet: a page that was loaded again goes on with it. */
  const unconfirmedOf = async (paymentId: string): Promise<{ unconfirmed?: Unconfirmed }> => {
    const payment = await findPayment(gateway.db, paymentId);
    const redirect = payment && redirectOf(gateway, payment);
    if (!redirect) return {};
    return { unconfirmed: { url: redirect.url, form: formOf(payment) } };
  };

  /** Why the latest payment was not paid, and whose form says it. */
  const declinedOf = async (paymentId: string): Promise<{ declined?: Unconfirmed }> => {
    const payment = await findPayment(gateway.db, paymentId);
    const decline = payment?.state === 'failed' && reasonOf(payment);
    return decline ? { declined: { url: '', form: formOf(payment), decline } } : {};
  };

  /**
   * A voucher that is to be paid stands in the place of the forms, and that something is paid, with the way
   * on; so does the word that a payment is being made, or that a bank takes its time, with which nothing
   * else can be paid.
   */
  const insteadOfForms = async (checkout: Checkout, translation: Translation) => {
    const { id, paidId, payingId, resultUrl } = checkout;
    const payment = await findPayment(gateway.db, paidId ?? payingId ?? '');
    if (!payment) {
      if (paidId === null || !resultUrl) return undefined;
      // A card or an account was stored.
      return insteadOnceOver(backToMerchant(resultUrl, ofCheckout(id, 'registration')).url);
    }
    const result = resultUrlOf(payment);
    const start = redirectOf(gateway, payment)?.url;
    const soon = { expiresAt: realNow() + LOOK_AGAIN_MS };
    if (!isVoucher(payment)) {
      if (payment.state === 'in_doubt') {
        return { ...soon, instead: messageTree('checkingPayment', result) };
      }
      // A shopper who comes back to it, or whose page waited for it, goes on where the payment led.
      if (paidId !== null && result) return insteadOnceOver(result);
      const isDecidedElsewhere = payment.state === 'pending' && start === undefined;
      return isDecidedElsewhere ? { instead: messageTree('resultPending', result) } : undefined;
    }
    const insteadOf = `prepayment-${payment.brand}`;
    if (payment.state === 'succeeded') {
      return { ...soon, insteadOf, instead: messageTree('resultPaid', result) };
    }
    if (start === undefined) return undefined;
    const page = `${start}?locale=${translation.language}`;
    const bank = await bankAddress(context, payment);
    const instead = voucherTree(voucherView(payment, translation), {
      page,
      result,
      bank,
      logo: brands.describe([payment.brand], () => true)[payment.brand]?.logo,
    });
    return { ...soon, insteadOf, instead };
  };

  /** Nothing is paid where a card or account is only stored. */
  const wordsToStore = async ({ id, paidId, parameters }: Checkout, texts: Texts) => {
    if (!storesOnly(parameters)) return {};
    const stored = paidId === null ? undefined : await registrationOfCheckout(gateway.db, id);
    const key = stored && !stored.card ? 'registeredAccount' : 'registered';
    const { [key]: alreadyPaid = '', registerAccount: payWith = '' } = texts;
    return { alreadyPaid, payWith };
  };

  const dataOf = async (
    checkout: Checkout,
    query: FormDataQuery,
    language: string,
    origin: string | undefined,
  ): Promise<Omit<CheckoutFormData, keyof ReturnType<typeof dictionaryFor>>> => {
    const { id, channel, parameters, paidId, payingId, latestId, expiresAt } = checkout;
    const { settings, clockOffsetMs } = channel;
    const { amount, currency, paymentType, shopperResultUrl } = parameters;
    const installments = installmentsBlock(checkout, language);
    const wanted = single(query.blocks)?.split(',').filter(Boolean) ?? [];
    const isList = wanted.includes('list');
    const offersToStore = wanted.includes('consent') && paymentType !== undefined;
    const extras = [
      ...(installments ? [installments] : []),
      ...(wanted.includes('billing') ? [billingBlock(language)] : []),
      ...(offersToStore ? [cardConsent(isList)] : []),
    ];
    // A brand that does not fit what is to be paid would only be refused.
    const unfit = (paymentBrand: string) =>
      otherBrandRules({ ...parameters, paymentBrand }, 'checkout.payment');
    const fits = (brand: string) =>
      offersOtherBrand(settings, brand) &&
      !(storesOnly(parameters) && (WALLETS.has(brand) || whyNotStored(brand) !== undefined)) &&
      paymentType !== 'CD' &&
      unfit(brand).length === 0;
    const registrations =
      allowsRegistrations(settings, origin) && !storesOnly(parameters)
        ? await storedMeans(
            gateway,
            checkout,
            (brand) => !requiresStoredCvv(settings) && fits(brand),
          )
        : [];
    const isInParts = parameters['recurring.numberOfInstallments'] !== undefined;
    const asked = single(query.brands)?.split(',');
    const isOffered = (code: string) =>
      asked?.includes(code) !== false && offersBrand(settings, code);
    const otherNames = Object.entries(CARD_BRANDS).filter(([code]) => !isOffered(code));
    const offers = (brand: string) => offersBrand(settings, brand) || fits(brand);
    const named = brands.describe(
      asked,
      offers,
      registrations.map(({ brand }) => brand),
    );
    const translation = translationFor(language, settings.languages);
    const described = withOwnNames(named, translation.word);
    const shown = await withWallets(gateway, checkout, described);
    const inline = withInlineFlow(shown, wanted);
    const missing = asked?.filter((code) => code && !shown[code]).slice(0, MAX_NOTES) ?? [];
    const notes = [
      ...missing.map((code) => brandAdvice(maskedText(code), unfit(code))),
      ...(wanted.includes('noAction') && !shopperResultUrl ? [NO_RESULT_PAGE] : []),
      ...languageAdvice(single(query.languages)),
      // The id of a checkout is enough to ask: what is looked for is bounded, and of a test alone.
      ...(settings.mode === 'test'
        ? adviceOnOptions(optionsIn(single(query.names)), known).take(MAX_NOTES)
        : []),
    ];
    const instead = await insteadOfForms(checkout, translation);
    const hasOthers = Object.keys(described).some(isOtherBrand);
    const hasBlocks =
      hasOthers ||
      instead !== undefined ||
      registrations.length + extras.length > 0 ||
      wanted.some((block) => block !== 'noAction');
    const cardCvv = needsCvv(parameters);
    const minorUnits = amount && currency ? toMinorUnits(amount, currency) : undefined;
    return {
      checkoutId: id,
      now: realNow(),
      nonce: newSealNonce(gateway, id),
      // Past its time, with a payment that is open: asked for again later, not every second.
      expiresAt: hasExpired(checkout)
        ? realNow() + CHECKOUT_VALIDITY_MS
        : expiresAt - clockOffsetMs,
      ...(paymentType &&
        currency &&
        minorUnits && { amount: toAmount(minorUnits, currency), currency }),
      ...(paymentType && { paymentType }),
      mode: settings.mode,
      ...(isSampled(checkout) && { pageWatch: true }),
      paid: paidId !== null && instead === undefined,
      ...instead,
      ...(payingId !== null && !instead && (await unconfirmedOf(payingId))),
      ...(paidId === null && payingId === null && latestId && (await declinedOf(latestId))),
      ...(shopperResultUrl && { shopperResultUrl }),
      brands: withMandate(offersToStore ? withConsent(inline, isList) : inline, {
        merchant: parameters['merchant.name'] ?? channel.name,
        displayBic: wanted.includes('bic'),
        isKept: storesOnly(parameters),
      }),
      ...(settings.mode === 'test' && {
        moreBrands: ALL_BRANDS.filter((code) => !shown[code] && offers(code)),
      }),
      ...(isList && { otherNames: Object.fromEntries(otherNames) }),
      ...(cardCvv !== undefined && { cardCvv }),
      ...(registrations.length > 0 && {
        registrations,
        ...((requiresStoredCvv(settings) || cardCvv) && {
          storedCardCvv: 'required',
        }),
        storedCards: [
          storedCardsBlock(registrations, {
            brandNameOf: (brand) => described[brand]?.name ?? brand,
            isList,
            isRemovable: wanted.includes('remove'),
            now: channelNow(clockOffsetMs),
            // The classic form chooses the first, as its pages expect.
            ...(isList &&
              registrations.length > 1 && {
                lastPaidWith: await lastPaidWith(
                  gateway.db,
                  registrations.map(({ id: registrationId }) => registrationId),
                ),
              }),
          }),
          ...(isInParts && installments ? [installments] : []),
          SHOW_OTHERS,
        ],
      }),
      ...(extras.length > 0 && { extras }),
      styles: stylesFor(hasBlocks, wanted),
      ...(settings.fonts.length > 0 && {
        fontFaces: fontFaces(settings.fonts, gateway.publicUrl()),
      }),
      ...(settings.mode === 'test' && {
        ...(notes.length > 0 && { notes }),
        noteTexts: DEVELOPER_NOTES,
      }),
    };
  };

  app.get<FormRoute>(
    '/v1/checkouts/:id/form',
    { onRequest: allowAnyOrigin },
    async (request, reply): Promise<CheckoutFormData | FormDataRefusal> => {
      reply.header('cache-control', 'no-store');
      const locale = single(request.query.locale);
      const names = single(request.query.languages)?.split(',', MAX_LANGUAGES) ?? [];
      const { id } = request.params;
      const stored = await findCheckout(gateway.db, id);
      const given = stored?.channel.settings.languages;
      const language = dictionaryFor(locale, undefined, names, given);
      try {
        const checkout = requireOpen(stored, request.headers.origin);
        callers.rememberPage(request.headers.origin, checkout.channel.id);
        const data = await dataOf(
          checkout,
          request.query,
          language.language,
          request.headers.origin,
        );
        const found = dictionaryFor(locale, textBlocks(data, request.query), names, given);
        visits.note({
          checkoutId: id,
          language: withoutRegion(found.language),
          device: deviceOf(request.headers['user-agent']),
          at: channelNow(checkout.channel.clockOffsetMs),
        });
        const { anotherCard } = found.texts;
        const texts = {
          ...found.texts,
          ...(await wordsToStore(checkout, found.texts)),
          ...(anotherCard && data.registrations && { payByCard: anotherCard }),
        };
        return {
          ...data,
          ...found,
          texts,
          ...(found.own !== undefined &&
            data.noteTexts && { ownKeys: withPluralForms(Object.keys(texts), found.language) }),
        };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        reply.code(error.status);
        return { ...envelope(error.result), ...language, notes: errorAdvice(error, id, stored) };
      }
    },
  );
}
