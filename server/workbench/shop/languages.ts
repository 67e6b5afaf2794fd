/** The languages of the checkout page: add one here, and the page and its form offer it. */
export interface Language {
  /** As `wpwlOptions.locale` takes it. */
  readonly code: string;
  /** BCP 47, for `lang`. */
  readonly tag: string;
  /** In the language itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** The shop's own words; English where the shop has not been translated. */
  readonly texts?: CheckoutTexts;
}

export interface CheckoutTexts {
  readonly checkout: string;
  readonly payment: string;
  readonly yourOrder: string;
  readonly total: string;
  readonly included: string;
  readonly changeCart: string;
  readonly language: string;
  readonly slow: string;
  readonly needsScript: string;
}

const ENGLISH: CheckoutTexts = {
  checkout: 'Checkout',
  payment: 'Payment',
  yourOrder: 'Your order',
  total: 'Total',
  included: 'Shipping and tax included',
  changeCart: 'Change cart',
  language: 'Language',
  slow: 'The payment form takes longer than usual. Check your connection, then load this page again.',
  needsScript: 'Paying by card needs JavaScript. Turn it on, then load this page again.',
};

export const DEFAULT_LANGUAGE: Language = {
  code: 'en',
  tag: 'en',
  name: 'English',
  direction: 'ltr',
  texts: ENGLISH,
};

export const LANGUAGES: readonly Language[] = [
  DEFAULT_LANGUAGE,
  {
    code: 'de',
    tag: 'de',
    name: 'Deutsch',
    direction: 'ltr',
    texts: {
      checkout: 'Kasse',
      payment: 'Zahlung',
      yourOrder: 'Ihre Bestellung',
      total: 'Gesamt',
      included: 'Inklusive Versand und Mehrwertsteuer',
      changeCart: 'Warenkorb ändern',
      language: 'Sprache',
      slow: 'Das Zahlungsformular braucht länger als sonst. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
      needsScript:
        'Für die Kartenzahlung wird JavaScript gebraucht. Schalten Sie es ein und laden Sie die Seite neu.',
    },
  },
  {
    code: 'ar',
    tag: 'ar',
    name: 'العربية',
    direction: 'rtl',
    texts: {
      checkout: 'إتمام الشراء',
      payment: 'الدفع',
      yourOrder: 'طلبك',
      total: 'المجموع',
      included: 'شامل الشحن والضريبة',
      changeCart: 'تعديل السلة',
      language: 'اللغة',
      slow: 'يستغرق تحميل نموذج الدفع وقتًا أطول من المعتاد. تحقق من اتصالك ثم أعد تحميل الصفحة.',
      needsScript: 'يتطلب الدفع بالبطاقة تشغيل JavaScript. فعّله ثم أعد تحميل الصفحة.',
    },
  },
];

export const findLanguage = (code: string | undefined): Language =>
  LANGUAGES.find((language) => language.code === code) ?? DEFAULT_LANGUAGE;

/** The shop's words for the page, and the language that they are really in. */
export function textsFor(language: Language): { texts: CheckoutTexts; language: Language } {
  return language.texts
    ? { texts: language.texts, language }
    : { texts: ENGLISH, language: DEFAULT_LANGUAGE };
}
