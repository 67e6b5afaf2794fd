/** What every form of one script shares. */
import type { CheckoutFormData as FormData } from '../../contract/form-data.ts';
import type { Gateway } from './gateway.ts';

export interface Environment extends Gateway {
  /** Release of this script; the frames of the same release belong to it. */
  readonly release: string;
  /** Under way, or over and of no use yet; see renew-checkout.ts. */
  renewal?: Promise<void> | undefined;
  /** The gateway has said what the checkout is like now. */
  readonly onData: (data: FormData) => void;
}
