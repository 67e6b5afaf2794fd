/** What other rooms and routes use of this room. */
export {
  changeBehaviour,
  moveClock,
  refuseLive,
  settleAgreement,
  settlePayment,
} from './sandbox.ts';
