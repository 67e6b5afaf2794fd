/** What `GET /v1/checkouts/{id}/form` answers: all that the form needs to draw itself, nothing secret. */
import type { DeveloperTexts } from './developer-notes.ts';
import type { TreeElement } from './form-tree.ts';
import type { Direction } from './messages.ts';
import type { Result } from './result.ts';

/** A brand's logo in a box of 36 × 24: filled paths, drawn in order. */
export interface BrandLogo {
  readonly paths: readonly { readonly d: string; readonly fill: string }[];
}

/** Of Apple Pay and Google Pay: what the shopper's device is asked for. */
export interface FormWallet {
  /** The page's option. */
  readonly key: 'applePay' | 'googlePay';
  /** In the words of the vendor; absent where the sandbox's page stands in for it. */
  readonly request?: {
    readonly currencyCode?: string;
    readonly total?: { readonly label: string; readonly amount: string };
    readonly [more: string]: unknown;
  };
  /** Of the gateway, after the checkout's address: the sandbox's page, or Apple's session. */
  readonly resource: string;
  /** Google's own, and how its client is opened. */
  readonly script?: string;
  readonly client?: Readonly<Record<string, unknown>>;
}

export interface FormBrand {
  /** As shoppers know it, "Visa". */
  readonly name: string;
  readonly logo: BrandLogo;
  /** Of a brand that is no card: what it asks the shopper for before it takes over. */
  readonly inputs?: readonly TreeElement[];
  /** Of a brand that is no card, too: ends the name of the callback that is asked before it is sent. */
  readonly family?:
    | 'OnlineTransfer'
    | 'VirtualAccount'
    | 'InlineVirtualAccount'
    | 'DirectDebit'
    | 'Prepayment';
  /** Class names by which pages know its form and its button. */
  readonly formClass?: string;
  readonly buttonClass?: string;
  readonly wallet?: FormWallet;
}

/** What the shopper has stored, as the checkout names it (`registrations[n].id`). */
export type FormRegistration = RegisteredCard | RegisteredAccount;

/** An agreement with a brand that is no card. */
export interface RegisteredAccount {
  readonly id: string;
  readonly brand: string;
  /** By what the brand knows the shopper, where that is known here. */
  readonly accountId?: string;
  readonly expired: false;
}

export interface RegisteredCard {
  readonly id: string;
  readonly brand: string;
  readonly last4Digits: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly holder?: string;
  readonly expired: boolean;
}

/** As long as an address may be everywhere. */
export const MOST_NAMES = 4_000;

/** Query of the request. All optional. */
export interface FormDataQuery {
  /** Wanted language, as in `wpwlOptions.locale`: `ll`, `ll-CC`, or an alias. Default: English. */
  readonly locale?: string;
  /** Comma-separated brand codes to describe; all card brands of the channel when absent. */
  readonly brands?: string;
  /**
   * Comma-separated blocks that the page wants besides: `billing`, `consent` and so on; codes of brands
   * whose own page it wants in a frame.
   */
  readonly blocks?: string;
  /** Comma-separated names of `wpwlOptions.languages`. */
  readonly languages?: string;
  /**
   * Of a test checkout, the first {@link MOST_NAMES} characters of all names in `wpwlOptions`,
   * comma-separated; of what stands in a table `labels.submit`.
   */
  readonly names?: string;
}

export interface Unconfirmed {
  /** Where the shopper goes on; '' where nothing is left to do. */
  readonly url: string;
  /** Key of the text that says why it was not paid. */
  readonly decline?: string;
  /** Whose form says so: `card`, or the code of a brand that is none. */
  readonly form: string;
}

export interface CheckoutFormData {
  readonly checkoutId: string;
  /** The gateway's time, epoch milliseconds. */
  readonly now: number;
  /** For the next submission: both frames seal it, and the gateway takes it once. */
  readonly nonce: string;
  /** When the checkout ends, epoch milliseconds. */
  readonly expiresAt: number;
  /** Decimal string with two decimals ("92.00"); absent for a checkout without an amount. */
  readonly amount?: string;
  readonly currency?: string;
  readonly paymentType?: string;
  readonly mode: 'test' | 'live';
  /** The form reports which scripts its page runs; absent where it does not (D22). */
  readonly pageWatch?: boolean;
  /** And nothing stands in the place of the forms that says so itself. */
  readonly paid: boolean;
  /** A payment of this checkout that waits for its shopper, begun before the page was loaded. */
  readonly unconfirmed?: Unconfirmed | undefined;
  /** The latest payment, where it was not paid: for a page that has said that it is checked. */
  readonly declined?: Unconfirmed;
  /** In the place of the forms: a voucher that is to be paid, or that it is. */
  readonly instead?: readonly TreeElement[];
  /** Key of the container that it is shown in. */
  readonly insteadOf?: string;
  /** Given by the merchant's server; wins over the form's `action`. */
  readonly shopperResultUrl?: string;
  /** By brand code, in the order asked for. A code that the channel does not offer is missing. */
  readonly brands: Readonly<Record<string, FormBrand>>;
  /** Codes that the channel offers for this checkout and the page does not name; of test channels. */
  readonly moreBrands?: readonly string[];
  /** Names of card brands that are not offered, by code: in the list of ways to pay a number may be of one. */
  readonly otherNames?: Readonly<Record<string, string>>;
  /** Stored cards and accounts that can be paid with; absent for none. */
  readonly registrations?: readonly FormRegistration[];
  /**
   * Whether a card is paid with its CVV, whatever the page's `requireCvv` and `allowEmptyCvv` say: the
   * first payment of a chain needs it, a later one does not take it. Absent where the page decides.
   */
  readonly cardCvv?: boolean;
  /** They are paid with their CVV, whatever the page's `registrations.requireCvv` says. */
  readonly storedCardCvv?: 'required';
  /** The same cards, to choose from. */
  readonly storedCards?: readonly TreeElement[];
  /** For the developer of the page, on test channels; on live ones only why the form is refused. */
  readonly notes?: readonly string[];
  /** What the form itself may have to tell that developer, on test channels. */
  readonly noteTexts?: DeveloperTexts;
  /** What the card form has besides the card: installments, billing address, consent. */
  readonly extras?: readonly TreeElement[];
  /** Style sheets of all that comes with the data: what it needs to work, and how it looks in our own style. */
  readonly styles?: readonly [base: string, theme: string];
  /** `@font-face` rules of the channel's fonts, which its frames have too. */
  readonly fontFaces?: string;
  /** The language found for the wanted one: a file name of `locales/` without its ending. */
  readonly locale: string;
  /** BCP 47 tag of that language. */
  readonly language: string;
  readonly direction: Direction;
  /** Where the page has this language itself: its name in `wpwlOptions.languages`. */
  readonly own?: string;
  /** BCP 47 tag of `texts`, where they only stand in for those that the page's language lacks. */
  readonly textsLanguage?: string;
  /** Keys that the page's language should have; of test channels. */
  readonly ownKeys?: readonly string[];
  /** The language's flat dictionary. */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Answer of the same request with 404 (checkout unknown or over) or 403 (the channel does not list
 * the page's origin). The texts let the form say so in the shopper's language.
 */
export interface FormDataRefusal
  extends Pick<
    CheckoutFormData,
    'language' | 'direction' | 'own' | 'textsLanguage' | 'texts' | 'notes'
  > {
  readonly result: Result;
}
