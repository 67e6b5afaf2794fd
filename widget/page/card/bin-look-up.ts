/**
 * `brandDetectionType: 'binlist'`: tells the page the brands that the gateway has for the first digits.
 * The number's frame has those finer ranges itself, see {@link frameAddress}.
 */

import type { FormState } from '../form/form-state.ts';
import { type Environment, lookUpBin } from '../form/gateway-client.ts';
import type { Scope } from '../form/scope.ts';
import { callBack } from '../interface/callbacks.ts';
import { option } from '../interface/options.ts';

export function followBin(
  { follow }: Scope,
  state: FormState,
  environment: Environment,
  form: HTMLFormElement,
): void {
  let asked = 0;
  let answered = 0;
  const lookUp = async (bin: string) => {
    asked += 1;
    const turn = asked;
    const { answer } = (await lookUpBin(environment, bin)) ?? {};
    // Another number is being typed by now, or the page has what more digits say already.
    if (!answer?.brands || !state.bin.peek().startsWith(bin) || turn < answered) return;
    answered = turn;
    callBack('onDetectBin', form, answer);
  };

  follow(() => {
    const { value: bin } = state.bin;
    const isWanted = option('brandDetectionType') === 'binlist';
    // Six digits, and the eight of issuers that share six.
    if (isWanted && /^\d{6}(\d\d)?$/.test(bin)) void lookUp(bin);
  });
}
