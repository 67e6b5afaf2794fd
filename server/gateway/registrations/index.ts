/** What other rooms and routes use of this room. */
export { deleteRegistration } from './delete-registration.ts';
export { registerCard, registerInCheckout } from './register-card.ts';
export { revokeRegistration, updateExpiry } from './registration-changes.ts';
