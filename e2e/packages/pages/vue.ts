/** A page of Vue: what a server has rendered is taken over, and props come from the test. */
import { PaymentElement, type PaymentProps } from '@payment-widgets/vue';
import { createSSRApp, h, type Ref, reactive, ref } from 'vue';

const form: Ref<unknown> = ref();
const props: Record<string, unknown> = reactive({});

const paymentPage = {
  form,
  change: (more: Partial<PaymentProps>) => Object.assign(props, more),
  open(first: PaymentProps) {
    Object.assign(props, first);
    const app = createSSRApp({
      render: () =>
        h(
          PaymentElement,
          { ...(props as unknown as PaymentProps), ref: form, class: 'around' },
          () => 'One moment',
        ),
    });
    app.mount('#app');
    paymentPage.close = () => app.unmount();
  },
  close() {},
};
Object.assign(window, { paymentPage });
