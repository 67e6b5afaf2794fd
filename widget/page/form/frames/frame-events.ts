/** What the fields in frames have the form around them do. */
import { callBack } from '../../interface/callbacks.ts';
import { option } from '../../interface/options.ts';
import type { FormContext } from '../form-instance.ts';
import { type FormState, showMessage } from '../form-state.ts';
import type { FrameField } from './frame-field.ts';

export function frameEvents(
  { scope, environment, frames }: FormContext,
  state: FormState,
  { form, onEdit }: { readonly form: HTMLFormElement; readonly onEdit: () => void },
) {
  const forgetFailure = () => {
    if (state.message.peek()?.key === 'fieldsFailed') state.message.value = undefined;
  };
  return {
    scope,
    state,
    environment,
    onEdit,
    onSubmit: () => !option('disableSubmitOnEnter') && form.requestSubmit(),
    onReady: forgetFailure,
    onFailure(isBlocked: boolean) {
      const retry = () => {
        forgetFailure();
        reloadFrames(frames);
      };
      // While the form itself is not there, its own way to try again brings the frames as well.
      if (!state.data.peek()) return false;
      // The shopper can do nothing about a policy.
      showMessage(state, isBlocked ? { key: 'formUnavailable' } : { key: 'fieldsFailed', retry });
      const message = 'A card field did not load';
      callBack('onError', form, { name: 'PciIframeCommunicationError', message });
      return true;
    },
  };
}

export const reloadFrames = (frames: readonly FrameField[]): void => {
  for (const frame of frames) if (!frame.isReady()) frame.reload();
};
