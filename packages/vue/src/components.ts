import {
  CALLBACKS,
  type FormOptions,
  isMeantAsOption,
  LOADING,
  openForm,
  type PaymentForm,
  SWITCHES,
  TABLES,
  TEXTS,
} from '@payment-widgets/loader/form';
import {
  camelize,
  defineComponent,
  h,
  onActivated,
  onBeforeUnmount,
  onDeactivated,
  onMounted,
  ref,
  shallowRef,
  watch,
} from 'vue';
import { checkVue } from './check-vue.ts';
import type { Exposed, PaymentComponent } from './component-types.ts';
import { toPlain } from './to-plain.ts';

const OWN = ['gateway', 'checkoutId', 'brands', 'shopperResultUrl', 'integrity', 'nonce'];
/** `style` in a template is always CSS. */
const LOOK = 'formStyle';
const WORDS = TEXTS.map((name) => (name === 'style' ? LOOK : name));

/** A switch without a value (`show-amount`) is on; one that is not there says nothing. */
const SWITCH = { type: [Boolean, String], default: undefined };
/** Whatever it is: types are checked by TypeScript, and again by the form. */
const ANY = null;

type Given = FormOptions & { readonly [LOOK]?: string };

const PROPS = {
  ...Object.fromEntries([...OWN, ...WORDS, ...TABLES, ...CALLBACKS].map((name) => [name, ANY])),
  ...Object.fromEntries([...SWITCHES, 'billingAddress'].map((name) => [name, SWITCH])),
};

/**
 * The form. With the layout `classic` a block for each way to pay; `layout` says otherwise.
 *
 * @example
 * <PaymentWidgets gateway="https://gateway.example" :checkout-id="id" brands="VISA MASTER"
 *   shopper-result-url="https://shop.example/result" locale="de" />
 */
export const PaymentWidgets = component('PaymentWidgets', 'classic');

/**
 * The form as one list of all ways to pay, with one button.
 *
 * @example
 * <PaymentElement ref="form" gateway="https://gateway.example" :checkout-id="id"
 *   shopper-result-url="https://shop.example/result" @result="({ declined }) => !declined" />
 */
export const PaymentElement = component('PaymentElement', 'list');

function component(name: string, layout: 'classic' | 'list'): PaymentComponent {
  const Component = defineComponent({
    name,
    props: PROPS,
    setup(props, { attrs, expose, slots }) {
      checkVue();
      const place = ref<HTMLElement>();
      const form = shallowRef<PaymentForm>();
      const state = shallowRef(LOADING);
      const options = () => {
        const { [LOOK]: style, ...given } = toPlain(props) as Given;
        return {
          ...misspelled(attrs),
          ...given,
          style,
          layout: given.layout ?? layout,
        } as FormOptions;
      };

      const open = () => {
        if (form.value) return;
        const opened = openForm(place.value as HTMLElement, options());
        const tell = () => {
          state.value = opened.getState();
          const { error } = state.value;
          if (error && !slots['error']) console.error(error);
        };
        opened.subscribe(tell);
        tell();
        form.value = opened;
      };
      const close = () => {
        form.value?.unmount();
        form.value = undefined;
      };
      onMounted(open);
      watch(options, (changed) => form.value?.update(changed));
      // What is kept alive is out of the document meanwhile, and a form ends there.
      onDeactivated(close);
      onActivated(open);
      onBeforeUnmount(close);

      const retry = () => form.value?.retry();
      const exposed: Omit<Exposed, 'form'> = {
        getState: () => state.value,
        subscribe: (onChange) => form.value?.subscribe(onChange) ?? (() => undefined),
        pay: (container) => form.value?.pay(container),
        refresh: async () => form.value?.refresh(),
        retry,
      };
      // Vue takes the value out of a reference.
      expose({ ...exposed, form });

      return () => {
        const { status, error } = state.value;
        return h('div', [
          // The form follows its language.
          h('div', { ref: place, lang: props['locale'] }),
          status === 'loading' && slots['default']?.(),
          error && slots['error']?.({ error, retry }),
        ]);
      };
    },
  });
  return Component as unknown as PaymentComponent;
}

/** What no prop is called: the inspector tells. */
const misspelled = (attrs: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(attrs)
      .filter(([name]) => isMeantAsOption(name))
      .map(([name, value]) => [camelize(name), value]),
  );
