/** Said by the script, too: where the policy keeps the form's data out, no text comes with them. */
export const POLICY_NOTE = "The page's Content-Security-Policy keeps the gateway out. Add to it:";

/**
 * What the form tells the developer of a page, in the console and in test mode only. The texts come
 * with the form's data of a test channel: shoppers of a live shop download none of them.
 */
export const DEVELOPER_NOTES = {
  fieldsReloaded:
    'A field was moved, so the browser loaded it again and it is empty. Move it earlier.',
  style: 'iframeStyles: not allowed inside a field, left out ("base" is a key without an ending):',
  ignored: 'The gateway did not take these inputs of the form:',
  refused: 'The gateway refused the payment:',
  fieldEvidence:
    'The payment says that this page covered a field or took its focus while one typed:',
  policy: POLICY_NOTE,
  language: 'languages: these texts are missing, so the form shows its own:',
  noWallet: 'This device or page cannot use the wallet, so its button is not drawn:',
  layout: "layout is 'classic', 'list', 'tabs' or 'card'; drawn as if nothing was said, not as:",
  fields:
    "fields is a list of 'brand', 'cardNumber', 'expiryDate', 'cvv', 'cardHolder', or of {name, width} with 'half' or 'full', and not of:",
  token: 'tokens: not a plain value, left out (nothing that loads, up to 200 characters):',
  noForm: 'executePayment: there is no form in this container:',
} as const;

export type DeveloperNote = keyof typeof DEVELOPER_NOTES;
export type DeveloperTexts = Readonly<Record<DeveloperNote, string>>;
