/** What other rooms and routes use of this room. */
export { deleteRegistration, purgeRegistrations } from './delete-registration.ts';
export { registerCard, registerInCheckout } from './register-card.ts';
export { extendLife, revokeRegistration, updateExpiry } from './registration-changes.ts';
export { runSchedules } from './run-schedules.ts';
export {
  createSchedule,
  deschedule,
  ownSchedule,
  reschedule,
  schedulesOf,
} from './schedules.ts';
