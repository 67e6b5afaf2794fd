/** What `GET /v1/checkouts/{id}/form` answers: all that the form needs to draw itself, nothing secret. */
import type { Direction } from './messages.ts';
import type { Result } from './result.ts';

/** A brand's logo in a box of 36 × 24: filled paths, drawn in order. */
export interface BrandLogo {
  readonly paths: readonly { readonly d: string; readonly fill: string }[];
}

export interface FormBrand {
  /** As shoppers know it, "Visa". */
  readonly name: string;
  readonly logo: BrandLogo;
  /** Of a brand that is no card: what it asks the shopper for before it takes over. */
  readonly inputs?: readonly FormInput[];
}

/** An input that a brand or the billing address asks for. */
export interface FormInput {
  /** The parameter that it is sent as. */
  readonly name: string;
  /** Ends its class names: `wpwl-control-<key>`. */
  readonly key: string;
  /** Keys of its texts: its label, and what is wrong with it. */
  readonly label: string;
  readonly error: string;
  /** Default: `text`. A `radio` has `choices`. */
  readonly type?: 'text' | 'tel' | 'password' | 'radio';
  readonly autocomplete?: string;
  /** May be left empty. */
  readonly optional?: boolean;
  /** Regular expression that the whole value has to match, where it is filled. */
  readonly pattern?: string;
  /** Values to choose from, with the keys of their texts. The first one is chosen. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Asked for only while this value is chosen among the `choices` of the form. */
  readonly when?: string;
}

/** A card that the shopper has stored, as the checkout names it (`registrations[n].id`). */
export interface StoredCard {
  readonly id: string;
  readonly brand: string;
  readonly last4Digits: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly holder?: string;
  readonly expired: boolean;
}

/** One of the ways to pay the amount in parts. The first part carries what does not divide. */
export interface InstallmentPlan {
  readonly count: number;
  /** Decimal strings. */
  readonly first: string;
  readonly amount: string;
}

/** What the billing address of a country looks like. */
export interface CountryAddress {
  /** Regular expression of the whole postcode. */
  readonly postcode?: string;
  /** Code and name of each part of the country that an address has to name. */
  readonly states?: Readonly<Record<string, string>>;
}

export interface BillingForm {
  /** ISO 3166-1 codes of all countries. */
  readonly countries: readonly string[];
  /** By country code; one that is missing has no rules of its own. */
  readonly rules: Readonly<Record<string, CountryAddress>>;
}

/** Query of the request. All optional. */
export interface FormDataQuery {
  /** Wanted language, as in `wpwlOptions.locale`: `ll`, `ll-CC`, or an alias. Default: English. */
  readonly locale?: string;
  /** Comma-separated brand codes to describe; all card brands of the channel when absent. */
  readonly brands?: string;
  /** Comma-separated blocks that the page wants besides: `billing`, `consent` and so on. */
  readonly blocks?: string;
}

export interface FormData {
  readonly checkoutId: string;
  /** The gateway's time, epoch milliseconds. */
  readonly now: number;
  /** When the checkout ends, epoch milliseconds. */
  readonly expiresAt: number;
  /** Decimal string with two decimals ("92.00"); absent for a checkout without an amount. */
  readonly amount?: string;
  readonly currency?: string;
  readonly paymentType?: string;
  readonly mode: 'test' | 'live';
  readonly paid: boolean;
  /** Given by the merchant's server; wins over the form's `action`. */
  readonly shopperResultUrl?: string;
  /** By brand code, in the order asked for. A code that the channel does not offer is missing. */
  readonly brands: Readonly<Record<string, FormBrand>>;
  /** Stored cards that can be paid with; absent for none. */
  readonly registrations?: readonly StoredCard[];
  /** Absent where there is nothing to choose. */
  readonly installments?: readonly InstallmentPlan[];
  /** For a page that asked for the block `billing`. */
  readonly billing?: BillingForm;
  /** The language found for the wanted one: a file name of `locales/` without its ending. */
  readonly locale: string;
  /** BCP 47 tag of that language. */
  readonly language: string;
  readonly direction: Direction;
  /** The language's flat dictionary. */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Answer of the same request with 404 (checkout unknown or over) or 403 (the channel does not list
 * the page's origin). The texts let the form say so in the shopper's language.
 */
export interface FormDataRefusal
  extends Partial<Pick<FormData, 'language' | 'direction' | 'texts'>> {
  readonly result: Result;
}
