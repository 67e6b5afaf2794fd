/** The test channel's bank. The door of this room: others enter by it. */
export {
  changeBehaviour,
  moveClock,
  refuseLive,
  settleAgreement,
  settlePayment,
  simulatorOf,
} from './sandbox.ts';
