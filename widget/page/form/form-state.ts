/** All that changes while a card form lives. The DOM is built once and follows these signals. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { CheckoutFormData } from '../../../contract/form-data.ts';
import type { EarlyWords } from '../../../contract/messages.ts';
import { record } from '../interface/inspector-log.ts';
import { type Language, lookUp, type TextRef } from './texts.ts';

/** Of the fields that the script itself draws, or has drawn in a frame. */
export type FieldKey = 'cardNumber' | 'expiry' | 'cvv' | 'cardHolder' | 'accountIban';

/** `ended`: paid, expired or not to be used; only a message is left of the form. */
export type Phase = 'loading' | 'ready' | 'busy' | 'ended';

export interface FormMessage extends TextRef {
  /** Nothing is wrong. */
  readonly isInfo?: boolean;
  /** Offered as a button beside the text. */
  readonly retry?: () => void;
  /** Key of that button's words. */
  readonly label?: string;
}

export type Terms = Pick<
  CheckoutFormData,
  | 'amount'
  | 'brands'
  | 'cardCvv'
  | 'currency'
  | 'expiresAt'
  | 'extras'
  | 'instead'
  | 'insteadOf'
  | 'language'
  | 'registrations'
>;

export interface FormState {
  /** Part of the one list of ways to pay. */
  readonly isList: boolean;
  readonly phase: Signal<Phase>;
  /** Which of the forms was sent last, by its {@link FormState.message}: while the phase is `busy`, that one. */
  readonly sent: Signal<FormState['message'] | undefined>;
  readonly data: Signal<CheckoutFormData | undefined>;
  /**
   * What is to be paid, with which stored cards and wallets, and whether with a CVV; the language that writes it.
   * Each refresh brings it.
   */
  readonly terms: Signal<Terms | undefined>;
  readonly language: Signal<Language | undefined>;
  /** That of the form's data, or before them that of the words that came with the number's frame. */
  readonly spoken: ReadonlySignal<Language | undefined>;
  readonly early: Signal<Language | undefined>;
  /** Codes of cards that the merchant's form asks for; none for all that the channel has. */
  readonly asked: readonly string[];
  /** Codes on offer, in the merchant's order. */
  readonly offered: Signal<readonly string[]>;
  /** The brand in force; the first one offered until something is known. */
  readonly brand: Signal<string>;
  /** What the shopper chose in the select; '' while the number decides. */
  readonly chosen: Signal<string>;
  /** First digits of the number, from the sixth on; '' before. */
  readonly bin: Signal<string>;
  /** Brands that the digits typed so far may belong to, on offer or not. */
  readonly candidates: Signal<readonly string[]>;
  readonly errors: Readonly<Record<FieldKey, Signal<TextRef | undefined>>>;
  readonly message: Signal<FormMessage | undefined>;
  /** What the live region says. */
  readonly announcement: Signal<string>;
  /** Closer wordings of texts, by key: what the lines of an address are called in its country. */
  readonly closerWords: Signal<Readonly<Record<string, string>>>;
  /** The text in the shopper's language, '' before it is known; follows the language. */
  readonly text: (ref: TextRef) => string;
  readonly label: (key: string) => ReadonlySignal<string>;
}

export function createFormState(brands: readonly string[], isList: boolean): FormState {
  const language = signal<Language | undefined>(undefined);
  const early = signal<Language | undefined>(undefined);
  const spoken = computed(() => language.value ?? early.value);
  const closerWords = signal<Readonly<Record<string, string>>>({});
  const text = (ref: TextRef) =>
    lookUp({ variant: closerWords.value[ref.key], ...ref }, spoken.value);
  const noError = () => signal<TextRef | undefined>(undefined);
  return {
    isList,
    phase: signal<Phase>('loading'),
    sent: signal<FormState['message'] | undefined>(undefined),
    data: signal<CheckoutFormData | undefined>(undefined),
    terms: signal<Terms | undefined>(undefined),
    language,
    spoken,
    early,
    asked: brands,
    offered: signal(brands),
    brand: signal(brands.at(0) ?? ''),
    chosen: signal(''),
    bin: signal(''),
    candidates: signal<readonly string[]>([]),
    errors: {
      cardNumber: noError(),
      expiry: noError(),
      cvv: noError(),
      cardHolder: noError(),
      accountIban: noError(),
    },
    message: signal<FormMessage | undefined>(undefined),
    announcement: signal(''),
    closerWords,
    text,
    label: (key) => computed(() => text({ key })),
  };
}

/** The state of another form of the same group: it shares all but what it says of itself. */
export const withOwnMessages = (state: FormState): FormState => ({
  ...state,
  message: signal<FormMessage | undefined>(undefined),
  announcement: signal(''),
});

/** Says something once through the live region, also when it said the same just before. */
export function announce(state: FormState, text: string): void {
  record('shopper', text);
  const isRepeated = state.announcement.peek() === text;
  // A no-break space makes it another text, which assistive technology reads again.
  state.announcement.value = isRepeated ? `${text}\u00a0` : text;
}

/** The shopper's language, before the form's data or in their place: what was said in English is said again. */
export function hearEarly(state: FormState, texts: EarlyWords): void {
  const message = state.message.peek();
  state.early.value = { ...texts, texts };
  if (message) announce(state, state.text(message));
}

/** Shows a message of the form as a whole, and says it. */
export function showMessage(state: FormState, message: FormMessage): void {
  state.message.value = message;
  announce(state, state.text(message));
}
