/** `brandDetectionType: 'binlist'`: the gateway knows more ranges than the form is told of. */
import { callBack } from '../callbacks.ts';
import type { FormState } from '../card-form/form-state.ts';
import { lookUpBin } from '../gateway.ts';
import { merchantOptions } from '../options.ts';
import type { Scope } from '../scope.ts';
import type { Environment } from '../widget-environment.ts';

/** What the gateway says of a number's first digits counts as ranges of those brands. */
export function followBin(
  { follow }: Scope,
  state: FormState,
  environment: Environment,
  form: HTMLFormElement,
): void {
  const lookUp = async (bin: string) => {
    const { answer } = (await lookUpBin(environment, bin)) ?? {};
    // Another number is being typed by now.
    if (!answer?.brands || !state.bin.peek().startsWith(bin)) return;
    const rules = { ...state.data.peek()?.rules };
    for (const code of answer.brands) {
      const own = rules[code];
      if (own) rules[code] = { ...own, ranges: `${own.ranges} ${bin}` };
    }
    state.rules.value = rules;
    callBack('onDetectBin', form, answer);
  };

  follow(() => {
    const { value: bin } = state.bin;
    const isWanted = merchantOptions()['brandDetectionType'] === 'binlist';
    // Six digits, and the eight of issuers that share six.
    if (isWanted && /^\d{6}(\d\d)?$/.test(bin)) void lookUp(bin);
  });
}
