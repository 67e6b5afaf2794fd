/** The result object of every answer (gateway-api.md, "Payment response fields" and "Errors"). */
export interface ParameterError {
  readonly name: string;
  /** What was sent; null where it was missing or must not be repeated (card number, CVV, password). */
  readonly value: string | null;
  readonly message: string;
}

export interface Result {
  /** Digits and dots, see `result-codes.ts`. */
  readonly code: string;
  readonly description: string;
  readonly parameterErrors?: readonly ParameterError[];
}
