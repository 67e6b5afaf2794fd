/** Our code of each brand whose facts come from credit-card-type, with the library's name for it. */
export const INTERNATIONAL: Readonly<Record<string, string>> = {
  AMEX: 'american-express',
  DINERS: 'diners-club',
  DISCOVER: 'discover',
  ELO: 'elo',
  HIPERCARD: 'hipercard',
  JCB: 'jcb',
  MAESTRO: 'maestro',
  MASTER: 'mastercard',
  NARANJA: 'naranja',
  UNIONPAY: 'unionpay',
  UNIONPAY_SMS: 'unionpay',
  VISA: 'visa',
};
