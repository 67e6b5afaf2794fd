/** A page of Vue: what a server has rendered is taken over, and props come from the test. */
import { PaymentElement, type PaymentProps } from '@payment-widgets/vue';
import { createApp, createSSRApp, h, KeepAlive, type Ref, reactive, ref } from 'vue';

const form: Ref<unknown> = ref();
const props: Record<string, unknown> = reactive({});
const isAway = ref(false);
const AnotherStep = { render: () => h('p', 'Another step') };

const drawn = () =>
  h(
    PaymentElement,
    { ...(props as unknown as PaymentProps), ref: form, class: 'around' },
    () => 'One moment',
  );

const paymentPage = {
  form,
  change: (more: Partial<PaymentProps>) => Object.assign(props, more),
  /** Another step of the page in place of the form, which is kept where `openKept` has opened it. */
  leave: () => (isAway.value = true),
  comeBack: () => (isAway.value = false),
  open(first: PaymentProps) {
    Object.assign(props, first);
    const app = createSSRApp({ render: drawn });
    app.mount('#app');
    paymentPage.close = () => app.unmount();
  },
  openKept() {
    const render = () => h(KeepAlive, () => (isAway.value ? h(AnotherStep) : drawn()));
    const app = createApp({ render });
    app.mount('#app');
    paymentPage.close = () => app.unmount();
  },
  close() {},
};
Object.assign(window, { paymentPage });
