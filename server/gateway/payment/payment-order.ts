/** A payment that is to be made: everything checked, nothing written yet. */
import type { Parameters } from '../../../contract/parameters.ts';
import type { PaymentMode } from '../../../contract/payment-mode.ts';
import type { CardDetails } from '../../connectors/connector.ts';
import type { Channel } from '../entities/entities.ts';

export interface PaymentOrder {
  readonly channel: Channel;
  readonly checkoutId: string | null;
  /** The request's id. */
  readonly ndc: string;
  /** PA, DB or CD. */
  readonly paymentType: string;
  readonly brand: string;
  /** Smallest units of the currency. */
  readonly amount: number;
  readonly currency: string;
  readonly mode: PaymentMode;
  /** Absent for brands that are no cards. */
  readonly card?: CardDetails;
  /** Goes to the connector only. */
  readonly accountPassword?: string;
  /** What answers repeat. */
  readonly parameters: Parameters;
  /** The stored card that is used. */
  readonly registrationId?: string;
  /** Told of what becomes of the payment. */
  readonly notificationUrl?: string;
  /** Where the shopper goes at the end. */
  readonly resultUrl?: string;
  /** Origin of the page that the shopper pays on. */
  readonly embedder?: string;
  /** Store the card, if the payment succeeds. */
  readonly createRegistration: boolean;
}
