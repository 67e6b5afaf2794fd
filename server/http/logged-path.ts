/** The path of a request as it may be kept: nothing that opens anything, and no card number. */
import { withoutCardNumbers } from '../../contract/card-numbers-in-text.ts';

/** The tokens of a payment's addresses, and first digits: a client may have sent the whole number. */
const SECRET = /\/(start|return|method|cancel|bins)\/[^/]*/g;
/** Digits alone are no id of ours. */
const DIGITS = /\/\d{9,}(?=\/|$)/g;

/** Without its query, which may carry what a bank has answered, or a credential in the style of old clients. */
export const loggedPath = (url = ''): string =>
  withoutCardNumbers((url.split('?', 1)[0] ?? '').replace(SECRET, '/$1/…').replace(DIGITS, '/…'));
