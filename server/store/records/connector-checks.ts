/** What a connector finds out beside the result; kept with the payment. */

/** What is found out beside the result (gateway-api.md, "Payment response fields"). */
export interface ConnectorChecks {
  readonly avsResponse?: string;
  readonly cvvResponse?: string;
  /** -99999 to 99999. */
  readonly riskScore?: number;
  readonly threeDSecure?: ThreeDSecure;
  /** What the issuer said to the exemption from authentication that the merchant asked for. */
  readonly exemption?: 'granted' | 'refused';
  /** The issuer wanted the shopper authenticated, and the payment was asked for once more. */
  readonly softDeclined?: true;
}

/** What came out of the authentication of the shopper. */
export interface ThreeDSecure {
  /** Electronic commerce indicator: 05, 06, 07, or 02, 01, 00. */
  readonly eci?: string;
  readonly version: string;
  readonly flow: 'frictionless' | 'challenge';
  /** Y, A, N, U, R, D or X; C while a challenge is open. */
  readonly transStatus: string;
  readonly threeDSServerTransID: string;
  readonly dsTransactionId: string;
  readonly acsTransactionId: string;
  /** Proof for the authorisation, base64. */
  readonly verificationId?: string;
}
