/** @jsxImportSource react */
/** A page of React: what a server has rendered is taken over, and props come from the test. */
import { PaymentElement, type PaymentForm, type PaymentProps } from '@payment-widgets/react';
import { createRef, lazy, StrictMode, Suspense, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';

const form = createRef<PaymentForm>();
let change: (props: Partial<PaymentProps>) => void = () => undefined;
let suspend: () => void = () => undefined;
let resume: () => void = () => undefined;

/** Comes when the test lets it. */
const Late = lazy(
  () =>
    new Promise<{ default: () => string }>((resolve) => {
      resume = () => resolve({ default: () => 'The late one is here.' });
    }),
);

export function App({ first }: { readonly first: PaymentProps }) {
  const [props, setProps] = useState(first);
  const [isLate, setLate] = useState(false);
  change = (more) => setProps((before) => ({ ...before, ...more }));
  suspend = () => setLate(true);
  return (
    <StrictMode>
      <Suspense fallback={<p>Waiting for the late one</p>}>
        <PaymentElement {...props} ref={form} className="around" fallback="One moment" />
        {isLate && <Late />}
      </Suspense>
    </StrictMode>
  );
}

const errors: unknown[] = [];
const paymentPage = {
  errors,
  form,
  change: (props: Partial<PaymentProps>) => change(props),
  suspend: () => suspend(),
  resume: () => resume(),
  open(props: PaymentProps) {
    const place = document.querySelector('#app');
    if (!place) return;
    const root = hydrateRoot(place, <App first={props} />, {
      onRecoverableError: (error) => errors.push(String(error)),
    });
    paymentPage.close = () => root.unmount();
  },
  close() {},
};
Object.assign(window, { paymentPage });
