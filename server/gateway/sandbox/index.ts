/** What other rooms and routes use of this room. */
export { changeBehaviour, moveClock, refuseLive, settlePayment } from './sandbox.ts';
