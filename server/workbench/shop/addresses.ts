/** Of a checkout's payment, at the gateway. */
export const paymentPath = (checkoutId: string): string => `/v1/checkouts/${checkoutId}/payment`;

/** Where the result of a checkout is shown: the gateway sends its shopper there. */
export const resultAddress = (checkoutId: string): string =>
  `/result?${new URLSearchParams({ resourcePath: paymentPath(checkoutId) })}`;
