/** The term of a voucher. */
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { Payment } from '../../store/records/payment.ts';

const HOUR_MS = 60 * 60_000;

/** Epoch milliseconds, channel clock. */
export const payableUntil = ({ brand, createdAt }: Pick<Payment, 'brand' | 'createdAt'>): number =>
  createdAt + (OTHER_BRANDS.get(brand)?.payableHours ?? 0) * HOUR_MS;
