/**
 * Types of the payment form. Made from `public/paymentWidgets.d.ts` by `packages/loader/write-types.ts`.
 *
 * Booleans may be written as strings, too: `'true'`, `'false'`.
 */

export type WpwlBoolean = boolean | 'true' | 'false';

/** One or several elements: the page's own jQuery object where the page has jQuery. */
export interface WpwlQuery {
  readonly length: number;
  readonly [index: number]: Element;
  get(index: number): Element | undefined;
  find(selector: string): WpwlQuery;
  closest(selector: string): WpwlQuery;
  each(visit: (this: Element, index: number, element: Element) => unknown): WpwlQuery;
  on(event: string, listener: EventListener): WpwlQuery;
  css(styles: string | Readonly<Record<string, string>>, value?: string): unknown;
  attr(name: string, value?: string): unknown;
  val(value?: string): unknown;
  text(value?: string): unknown;
  height(value?: number | string): unknown;
  width(value?: number | string): unknown;
  addClass(name: string): WpwlQuery;
  removeClass(name: string): WpwlQuery;
  hasClass(name: string): boolean;
}

/** `this` in the callbacks of a field that is typed into a frame. */
export interface WpwlFrameField {
  readonly $iframe: WpwlQuery;
  readonly $form: WpwlQuery;
}

/** `this` in the callbacks of a form: its element. */
export type WpwlFormElement = HTMLFormElement & { readonly $form: WpwlQuery };

/** `false`, or a promise of it or of a rejection, stops; anything else goes on, nothing too. */
export type WpwlAnswer = unknown;

/** CSS properties that reach into the frames, in kebab-case or camelCase. */
export type WpwlFrameRule = Readonly<Record<string, string>>;

/** A field of the card form. */
export type WpwlCardField = 'brand' | 'cardNumber' | 'expiryDate' | 'cvv' | 'cardHolder';

/** One with a width of its own: `half` takes the place beside the half before it. */
export interface WpwlPlacedField {
  readonly name: WpwlCardField;
  readonly width?: 'half' | 'full';
}

export interface WpwlContainer {
  /** `card`, `registration`, `virtualAccount-PAYSAFECARD`: its class is `wpwl-container-` and this. */
  readonly containerKey: string;
  readonly ccMethods: readonly string[];
}

export interface WpwlError {
  /** `InvalidCheckoutIdError`, `PciIframeCommunicationError`, `PciIframeSubmitError`, `WidgetError`. */
  readonly name: string;
  readonly message: string;
  readonly brand?: string;
  readonly event?: string;
}

export interface WpwlResult {
  readonly checkoutId: string;
  readonly result: { readonly code: string; readonly description: string };
  /** True when it certainly failed. What succeeded only your server can read. */
  readonly declined: boolean;
  /** Your result page, with `id` and `resourcePath`. */
  readonly url: string;
}

export interface WpwlTransactionData {
  readonly checkoutId: string;
  readonly paymentBrand: string;
  readonly card: {
    readonly holder: string;
    readonly expiryMonth: string;
    readonly expiryYear: string;
  };
}

export interface WpwlBillingFields<T> {
  readonly country?: T;
  readonly state?: T;
  readonly city?: T;
  readonly postcode?: T;
  readonly street1?: T;
  readonly street2?: T;
}

/** Plain CSS values, by token: `fieldRadius` is the custom property `--wpwl-field-radius`. */
export type WpwlTokens = Readonly<
  Partial<
    Record<
      | 'accent'
      | 'accentActive'
      | 'accentHover'
      | 'border'
      | 'buttonBorder'
      | 'buttonEdge'
      | 'buttonFont'
      | 'buttonLine'
      | 'buttonRadius'
      | 'buttonShadow'
      | 'buttonSize'
      | 'buttonWeight'
      | 'cardBorder'
      | 'cardRadius'
      | 'cardShadow'
      | 'disabled'
      | 'edge'
      | 'error'
      | 'errorFont'
      | 'errorLine'
      | 'errorSize'
      | 'errorWeight'
      | 'field'
      | 'fieldBorder'
      | 'fieldFont'
      | 'fieldRadius'
      | 'fieldShadow'
      | 'fieldSize'
      | 'fieldWeight'
      | 'focus'
      | 'focusOffset'
      | 'focusWidth'
      | 'font'
      | 'gap'
      | 'height'
      | 'itemBorder'
      | 'itemRadius'
      | 'itemShadow'
      | 'labelFont'
      | 'labelLine'
      | 'labelSize'
      | 'labelWeight'
      | 'lineHeight'
      | 'logoBorder'
      | 'logoRadius'
      | 'logoShadow'
      | 'motion'
      | 'muted'
      | 'onAccent'
      | 'onDisabled'
      | 'radius'
      | 'surface'
      | 'text'
      | 'textSize',
      string | number
    >
  >
>;

export interface WpwlOptions {
  /**
   * The name of the field that has the focus when the form is ready.
   * @example { autofocus: 'card.number' }
   */
  autofocus?: string;
  /**
   * Apple Pay: what its payment sheet shows beside the checkout's amount, and callbacks.
   * @example { applePay: { total: { label: 'My shop' }, onCancel() {} } }
   */
  applePay?: Readonly<Record<string, unknown>>;
  /**
   * The card holder may stay empty.
   * @example { allowEmptyCardHolderName: true }
   */
  allowEmptyCardHolderName?: WpwlBoolean;
  /**
   * The CVV is shown and may stay empty, unless the payment starts a chain (INITIAL).
   * @example { allowEmptyCvv: true }
   */
  allowEmptyCvv?: WpwlBoolean;
  /**
   * The gateway's address, where the script comes from another host. Ends with a slash.
   * @example { baseUrl: 'https://gateway.example/' }
   */
  baseUrl?: string;
  /**
   * Shows the billing address; an object fills it in.
   * @example { billingAddress: { country: 'DE', city: 'Berlin' } }
   */
  billingAddress?: WpwlBoolean | WpwlBillingFields<string>;
  /**
   * Accepted, nothing happens: the form always detects the brand, and calls `onDetectBrand`.
   * @example { brandDetection: true }
   */
  brandDetection?: WpwlBoolean;
  /**
   * The order of brands where several match the number.
   * @example { brandDetectionPriority: ['MADA', 'VISA'] }
   */
  brandDetectionPriority?: readonly string[];
  /**
   * `regex` detects brands in the page; `binlist` asks the gateway.
   * @example { brandDetectionType: 'binlist' }
   */
  brandDetectionType?: 'regex' | 'binlist';
  /**
   * Where "Start again" leads when the checkout is over, `http:` or `https:`. Default: the page before.
   * @example { cancelUrl: 'https://shop.example/cart' }
   */
  cancelUrl?: string;
  /**
   * Size of the challenge window of 3-D Secure, 1 to 5.
   * @example { browser: { threeDChallengeWindow: 5 } }
   */
  browser?: { readonly threeDChallengeWindow?: number | string };
  /**
   * Accepted, and nothing happens.
   * @example { clickToPay: {} }
   */
  clickToPay?: unknown;
  /**
   * `condensed`: the card's fields in one frame, without room between them, their labels inside.
   * @example { density: 'condensed' }
   */
  density?: 'spaced' | 'condensed';
  /**
   * The form sends a date in the past, and shows the gateway's refusal at the field.
   * @example { disableCardExpiryDateValidation: true }
   */
  disableCardExpiryDateValidation?: WpwlBoolean;
  /**
   * The Enter key does not pay.
   * @example { disableSubmitOnEnter: true }
   */
  disableSubmitOnEnter?: WpwlBoolean;
  /**
   * The form of SEPA direct debit asks for the BIC, too.
   * @example { displayBic: true }
   */
  displayBic?: WpwlBoolean;
  /**
   * Accepted: number and CVV are always in frames, holder and expiry date always in the page.
   * @example { enableSAQACompliance: true }
   */
  enableSAQACompliance?: WpwlBoolean;
  /**
   * The form's own error texts, by key.
   * @example { errorMessages: { cvvError: 'Three digits, please' } }
   */
  errorMessages?: Readonly<Record<string, string>>;
  /**
   * The card's fields, in the order that they stand in, each by its name or with a width of its own.
   * Without `cardHolder` it is not asked for; without `cvv` it is only where the payment needs it.
   * @example { fields: ['cardHolder', 'cardNumber', { name: 'cvv', width: 'half' }, { name: 'expiryDate', width: 'half' }] }
   */
  fields?: readonly (WpwlCardField | WpwlPlacedField)[];
  /**
   * Sends the card holder as the customer's given name and surname, too.
   * @example { forceCardHolderEqualsBillingName: true }
   */
  forceCardHolderEqualsBillingName?: WpwlBoolean;
  /**
   * Google Pay: callbacks.
   * @example { googlePay: { onCancel() {} } }
   */
  googlePay?: Readonly<Record<string, unknown>>;
  /**
   * Hides the button that leads from stored cards to another card.
   * @example { hideOtherPaymentButton: true }
   */
  hideOtherPaymentButton?: WpwlBoolean;
  /**
   * Where the logos of the card's brands stand: in the number's field, at the end of the line above it,
   * below it, or nowhere.
   * @example { icons: 'above' }
   */
  icons?: 'inside' | 'above' | 'below' | 'hidden';
  /**
   * How text looks inside the frames.
   * @example { iframeStyles: { 'card-number-placeholder': { color: '#888' } } }
   */
  iframeStyles?: Readonly<Record<string, WpwlFrameRule>>;
  /**
   * Accepted: logos are always drawings.
   * @example { imageStyle: 'svg' }
   */
  imageStyle?: 'svg' | 'png';
  /**
   * Brands whose own page comes up in the place of the form, and not in the tab.
   * @example { inlineFlow: ['KLARNA_PAYMENTS_PAYLATER'] }
   */
  inlineFlow?: readonly string[] | string;
  /**
   * Where labels stand: above their fields, inside of them (and small above what is typed), or seen
   * nowhere, and still read out.
   * @example { labelPosition: 'floating' }
   */
  labelPosition?: 'above' | 'floating' | 'hidden';
  /**
   * The form's own texts, by key.
   * @example { labels: { submit: 'Pay {{amount}}' } }
   */
  labels?: Readonly<Record<string, string>>;
  /**
   * Languages of yours, by tag, or your words for one of ours. What is missing is ours.
   * @example { locale: 'sr', languages: { sr: { submit: 'Plati', errorSummary_one: 'Proverite: {{fields}}.' } } }
   */
  languages?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * `list`: the ways to pay as one list, one of them open, with one button for that one. `tabs`: the same,
   * side by side where there are 40 em. `card`: of the list the card and stored cards alone. `classic`: a
   * block for each way to pay. Default: `list` for `wpwl.mount()`, `classic` for `form.paymentWidgets`.
   * @example { layout: 'tabs' }
   */
  layout?: '' | 'classic' | 'list' | 'tabs' | 'card';
  /**
   * The language, `ll` or `ll-CC`. Default: that of the page, then of the browser.
   * @example { locale: 'de' }
   */
  locale?: string;
  /**
   * The billing fields that have to be filled in.
   * @example { mandatoryBillingFields: { country: true, city: true } }
   */
  mandatoryBillingFields?: WpwlBillingFields<WpwlBoolean>;
  /**
   * Hides the CVV while it is typed.
   * @example { maskCvv: true }
   */
  maskCvv?: WpwlBoolean;
  /**
   * Writes the number in groups.
   * @example { numberFormatting: false }
   */
  numberFormatting?: WpwlBoolean;
  /**
   * Where the payment opens: `_top` for the whole tab.
   * @example { paymentTarget: '_top' }
   */
  paymentTarget?: string;
  /**
   * Settings of PayPal, kept for pages that have them.
   * @example { paypal: {} }
   */
  paypal?: Readonly<Record<string, unknown>>;
  /**
   * What stands in empty fields: `cardNumber`, `expiryDate`, `cvv`, `cardHolder`.
   * @example { placeholders: { cardNumber: '0000 0000 0000 0000' } }
   */
  placeholders?: Readonly<Record<string, string>>;
  /**
   * How stored cards are shown.
   * @example { registrations: { requireCvv: true, hideInitialPaymentForms: true } }
   */
  registrations?: {
    readonly requireCvv?: WpwlBoolean;
    readonly hideInitialPaymentForms?: WpwlBoolean;
    readonly offerToStore?: WpwlBoolean;
  };
  /**
   * The card holder has to be filled in.
   * @example { requireCardHolder: false }
   */
  requireCardHolder?: WpwlBoolean;
  /**
   * The form asks for the CVV. With INITIAL it always does, with REPEATED never.
   * @example { requireCvv: false }
   */
  requireCvv?: WpwlBoolean;
  /**
   * Where the result page opens, with `paymentTarget`.
   * @example { shopperResultTarget: '_top' }
   */
  shopperResultTarget?: string;
  /**
   * The pay button says the amount; `wpwl.refresh()` brings it up to date.
   * @example { showAmount: true }
   */
  showAmount?: WpwlBoolean;
  /**
   * Accepted, and nothing happens.
   * @example { showBirthDate: true }
   */
  showBirthDate?: WpwlBoolean;
  /**
   * Says where the CVV stands on the card while the field has the focus or the pointer.
   * @example { showCVVHint: true }
   */
  showCVVHint?: WpwlBoolean;
  /**
   * Labels are seen. Hidden ones are still read out.
   * @example { showLabels: false }
   */
  showLabels?: WpwlBoolean;
  /**
   * Shows the stored cards.
   * @example { showOneClickWidget: false }
   */
  showOneClickWidget?: WpwlBoolean;
  /**
   * Empty fields show placeholders.
   * @example { showPlaceholders: false }
   */
  showPlaceholders?: WpwlBoolean;
  /**
   * Accepted, and nothing happens.
   * @example { showTaxNumberField: true }
   */
  showTaxNumberField?: WpwlBoolean;
  /**
   * Accepted: what loads keeps its place and needs no spinner.
   * @example { spinner: { lines: 8 } }
   */
  spinner?: unknown;
  /**
   * After a decline the form stays for another try: by default in the list, not in the classic form.
   * @example { stayOnDecline: true }
   */
  stayOnDecline?: WpwlBoolean;
  /**
   * The look: a card, without its box, with logos instead of the select, or with no style at all.
   * @example { style: 'plain' }
   */
  style?: 'card' | 'plain' | 'logos' | 'none';
  /**
   * Size of the frame of 3-D Secure.
   * @example { threeDIframeSize: { width: '100%', height: '580px' } }
   */
  threeDIframeSize?: { readonly width?: string; readonly height?: string };
  /**
   * The look of the form and its frames, by name. `wpwl.refresh()` takes over a later change.
   * @example { tokens: { accent: 'oklch(45% 0.2 300)', fieldRadius: '999px' } }
   */
  tokens?: WpwlTokens;
  /**
   * The button does not pay: it calls `onSaveTransactionData`, and `wpwl.executePayment` pays.
   * @example { useSummaryPage: true }
   */
  useSummaryPage?: WpwlBoolean;
  /**
   * False: expiry date and holder are not checked. Number and CVV always are.
   * @example { validation: false }
   */
  validation?: WpwlBoolean;

  /**
   * Brings a fresh checkout for one that is over. Asked once, until a checkout has worked.
   * @example { getCheckoutId: () => fetch('/new-checkout').then((answer) => answer.text()) }
   */
  getCheckoutId?(goneId: string): string | undefined | Promise<string | undefined>;
  /**
   * The payment has been sent.
   * @example { onAfterSubmit() { console.log('sent'); } }
   */
  onAfterSubmit?(this: WpwlFormElement, event: Event): unknown;
  /**
   * The form is right and about to be sent.
   * @example { onBeforeSubmitCard() { return confirm('Pay?'); } }
   */
  onBeforeSubmitCard?(this: WpwlFormElement, event: Event): WpwlAnswer;
  /**
   * The same, for a promise: resolved goes on, rejected stops.
   * @example { onBeforeSubmitCardPromise: () => Promise.resolve() }
   */
  onBeforeSubmitCardPromise?(this: WpwlFormElement, event: Event): WpwlAnswer;
  /**
   * As `onBeforeSubmitCard`, for a direct debit.
   * @example { onBeforeSubmitDirectDebit: () => true }
   */
  onBeforeSubmitDirectDebit?(this: WpwlFormElement, event: Event): WpwlAnswer;
  /**
   * As `onBeforeSubmitCard`, for a virtual account that `inlineFlow` names.
   * @example { onBeforeSubmitInlineVirtualAccount: () => true }
   */
  onBeforeSubmitInlineVirtualAccount?(this: WpwlFormElement, event: Event): WpwlAnswer;
  /**
   * As `onBeforeSubmitCard`, for a stored card.
   * @example { onBeforeSubmitOneClickCard: () => true }
   */
  onBeforeSubmitOneClickCard?(this: WpwlFormElement, event: Event): WpwlAnswer;
  /**
   * As `onBeforeSubmitCard`, for a bank transfer.
   * @example { onBeforeSubmitOnlineTransfer: () => true }
   */
  onBeforeSubmitOnlineTransfer?(this: WpwlFormElement, event: Event): WpwlAnswer;
  /**
   * As `onBeforeSubmitCard`, for a voucher.
   * @example { onBeforeSubmitPrepayment: () => true }
   */
  onBeforeSubmitPrepayment?(this: WpwlFormElement, event: Event): WpwlAnswer;
  /**
   * As `onBeforeSubmitCard`, for a virtual account.
   * @example { onBeforeSubmitVirtualAccount: () => true }
   */
  onBeforeSubmitVirtualAccount?(this: WpwlFormElement, event: Event): WpwlAnswer;
  /**
   * The holder was left; an empty one counts as it will when it is sent.
   * @example { onBlurCardHolder(isValid) { console.log(isValid); } }
   */
  onBlurCardHolder?(this: WpwlFormElement, isValid: boolean): void;
  /**
   * The card number was left.
   * @example { onBlurCardNumber(isValid) { this.$iframe.css({ opacity: isValid ? '1' : '.8' }); } }
   */
  onBlurCardNumber?(this: WpwlFrameField, isValid: boolean): void;
  /**
   * The expiry date was left.
   * @example { onBlurExpiryDate(isValid) { console.log(isValid); } }
   */
  onBlurExpiryDate?(this: WpwlFormElement, isValid: boolean): void;
  /**
   * A field in a frame was left.
   * @example { onBlurIframeCommunication() { this.$iframe.removeClass('on'); } }
   */
  onBlurIframeCommunication?(this: WpwlFrameField): void;
  /**
   * The CVV was left.
   * @example { onBlurSecurityCode(isValid) { console.log(isValid); } }
   */
  onBlurSecurityCode?(this: WpwlFrameField, isValid: boolean): void;
  /**
   * Another brand is in force; once at the start, too.
   * @example { onChangeBrand(brand) { document.title = brand; } }
   */
  onChangeBrand?(this: WpwlFormElement, brand: string): void;
  /**
   * In the list of ways to pay: the shopper wants to remove what is stored, and has said so twice. Have
   * your server delete it (`DELETE /v1/registrations/{id}`); `false` and an error keep it. Without this
   * callback there is nothing to remove.
   * @example { onDeleteRegistration: (id) => fetch('/cards/' + id, { method: 'DELETE' }).then(({ ok }) => ok) }
   */
  onDeleteRegistration?(
    this: WpwlFormElement,
    registrationId: string,
  ): boolean | undefined | Promise<boolean | undefined>;
  /**
   * The gateway has looked the first digits up (`brandDetectionType: 'binlist'`).
   * @example { onDetectBin({ bin, brands }) { console.log(bin, brands); } }
   */
  onDetectBin?(
    this: WpwlFormElement,
    found: { readonly bin: string; readonly brands: readonly string[] },
  ): void;
  /**
   * The number may be of these brands; none when nothing matches. Those that the form offers come first.
   * @example { onDetectBrand(brands, active) { console.log(brands, active); } }
   */
  onDetectBrand?(this: WpwlFormElement, brands: readonly string[], active: string): void;
  /**
   * Something went wrong that the page may want to act on.
   * @example { onError({ name, message }) { console.log(name, message); } }
   */
  onError?(this: WpwlFormElement | undefined, error: WpwlError): void;
  /**
   * The checkout is over, or unknown.
   * @example { onExpire(checkoutId) { console.log(checkoutId); } }
   */
  onExpire?(this: WpwlFormElement | undefined, checkoutId: string): void;
  /**
   * A field in a frame has the focus.
   * @example { onFocusIframeCommunication() { this.$iframe.addClass('on'); } }
   */
  onFocusIframeCommunication?(this: WpwlFrameField): void;
  /**
   * Never called: no form opens a window of its own. Pages in use have it, so the name is accepted.
   * @example { onLightboxCancel() { console.log('closed'); } }
   */
  onLightboxCancel?(): void;
  /**
   * The frame of 3-D Secure is there; `this` is its element.
   * @example { onLoadThreeDIframe() { this.scrollIntoView(); } }
   */
  onLoadThreeDIframe?(this: HTMLIFrameElement): void;
  /**
   * All forms are drawn.
   * @example { onReady(containers) { console.log(containers.length); } }
   */
  onReady?(containers: readonly WpwlContainer[]): void;
  /**
   * A field in a frame can be typed into; once for each.
   * @example { onReadyIframeCommunication() { console.log(this.$iframe.get(0)); } }
   */
  onReadyIframeCommunication?(this: WpwlFrameField): void;
  /**
   * The payment has a result. `false` stays in the page; anything else goes to the result page.
   * @example { onResult({ declined }) { document.title = declined ? 'No' : 'Thanks'; return false; } }
   */
  onResult?(this: WpwlFormElement, result: WpwlResult): unknown;
  /**
   * With `useSummaryPage`: the form is right, and waits for `wpwl.executePayment`.
   * @example { onSaveTransactionData({ card }) { document.title = card.holder; } }
   */
  onSaveTransactionData?(this: WpwlFormElement, data: WpwlTransactionData): void;
  /**
   * Older name of `onBeforeSubmitCard`. Both are asked.
   * @example { validateCard: () => true }
   */
  validateCard?(this: WpwlFormElement, event: Event): WpwlAnswer;
}

export interface WpwlMountOptions extends WpwlOptions {
  /** Another checkout than that of the script. */
  checkoutId?: string;
  brands?: string | readonly string[];
  shopperResultUrl?: string;
}

export interface WpwlMountedForm {
  /** Settles when the form is drawn, or says why it cannot be. */
  readonly ready: Promise<void>;
  unmount(): void;
}

export interface Wpwl {
  readonly apiVersion: string;
  readonly cacheVersion: string;
  readonly minified: boolean;
  readonly ndc: string;
  readonly timestamp: string;
  readonly checkout: {
    readonly id: string;
    readonly amount?: string;
    readonly currency?: string;
    readonly paymentType?: string;
    /** Kept for pages that read it and assign to it: `config.customRedirectPageConfig.fontColor = …` */
    readonly config: {
      readonly registrations: readonly unknown[];
      readonly brandConfig: { readonly brands: readonly string[] };
      readonly [name: string]: unknown;
    };
  };
  /**
   * Pays the form of a container, as a click would.
   * @example wpwl.executePayment('wpwl-container-card');
   */
  executePayment(container: string): void;
  /**
   * Draws a form inside an element, in a shadow root too.
   * @example const form = wpwl.mount(document.body, { brands: 'VISA MASTER' }); await form.ready;
   */
  mount(element: Element, options?: WpwlMountOptions): WpwlMountedForm;
  /**
   * Takes over what your server has changed of the checkout.
   * @example await wpwl.refresh();
   */
  refresh(): Promise<void>;
  /**
   * Opens the inspector of the workbench in a window of its own: what the form asked, said and called,
   * and what to change in the page. For test checkouts, where a workbench runs.
   * @example wpwl.inspect();
   */
  inspect(): void;
  /**
   * Takes all forms away; the script can be loaded again afterwards.
   * @example wpwl.unload();
   */
  unload(): void;
}
