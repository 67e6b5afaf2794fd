import type { FormOptions, FormState, PaymentForm } from '@payment-widgets/loader/form';
import type {
  AllowedComponentProps,
  ComponentCustomProps,
  ComponentPublicInstance,
  VNode,
  VNodeProps,
} from 'vue';

/**
 * All of `wpwlOptions` are props. Its callbacks are listeners, too: `@result` is `onResult`, and what it
 * answers counts.
 */
export interface PaymentProps extends Omit<FormOptions, 'style'> {
  /** The option `style`: that name is taken by CSS. */
  formStyle?: FormOptions['style'];
}

/** What a template ref of the component has. */
export interface Exposed extends Omit<PaymentForm, 'element' | 'update' | 'unmount'> {
  /** Undefined until it is mounted. */
  readonly form: PaymentForm | undefined;
}

type Surroundings = VNodeProps & AllowedComponentProps & ComponentCustomProps;

export type PaymentComponent = new () => ComponentPublicInstance<
  Surroundings & PaymentProps,
  Exposed
> & {
  $props: Surroundings & PaymentProps;
  $slots: {
    /** Stands beside the form's place until it is drawn. */
    default?: () => VNode[];
    /** Stands in the place of a form that could not be loaded. */
    error?: (failed: { error: NonNullable<FormState['error']>; retry: () => void }) => VNode[];
  };
};
