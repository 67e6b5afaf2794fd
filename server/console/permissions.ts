/** What each role may do in the console. */
import type { Permission } from '../../contract/admin-api.ts';
import { isAtLeast, type Role } from '../gateway/access/index.ts';
import { forbidden } from './admin-failure.ts';

/** From which role on. */
const NEEDED: Readonly<Record<Permission, Role>> = {
  'payments.read': 'read-only',
  'payments.export': 'support',
  'payments.refund': 'support',
  'deliveries.resend': 'support',
  'webhooks.manage': 'operator',
  'payments.capture': 'operator',
  'payments.reverse': 'operator',
  'refunds.approve': 'operator',
  'chargebacks.answer': 'support',
  'registrations.remove': 'operator',
  'schedules.cancel': 'operator',
  'tokens.manage': 'operator',
  'channels.change': 'operator',
  'pages.check': 'support',
  'administrators.manage': 'owner',
};

export const permissionsOf = (role: Role): readonly Permission[] =>
  (Object.keys(NEEDED) as Permission[]).filter((permission) => may(role, permission));

export const may = (role: Role, permission: Permission): boolean =>
  isAtLeast(role, NEEDED[permission]);

/** @throws AdminFailure `forbidden` */
export function need({ role }: { readonly role: Role }, permission: Permission): void {
  if (!may(role, permission)) throw forbidden();
}

/** In major units of any currency, without another administrator's word; null for all. */
export type RefundLimits = Readonly<Record<Role, string | null>>;

export const DEFAULT_REFUND_LIMITS: RefundLimits = {
  'read-only': '0',
  support: '100',
  operator: '1000',
  owner: null,
};
