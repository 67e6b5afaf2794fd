/** Stored cards and their schedules. The door of this room: others enter by it. */
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
