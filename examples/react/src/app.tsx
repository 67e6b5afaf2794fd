import { PaymentElement, PaymentWidgets, usePaymentForm } from '@payment-widgets/react';
import { useState } from 'react';

interface Checkout {
  readonly checkoutId: string;
  readonly gateway: string;
}

const RESULT = new URL('/result', location.href).href;

/** Three pages: the cart, and the payment in each of the form's layouts. */
export function App() {
  const [checkout, setCheckout] = useState<Checkout>();
  const [page, setPage] = useState<'cart' | 'list' | 'classic'>('cart');

  const go = async (next: 'list' | 'classic') => {
    if (!checkout) setCheckout(await (await fetch('/checkout', { method: 'POST' })).json());
    setPage(next);
  };

  return (
    <main>
      <h1>A mug, €92.00</h1>
      <nav>
        <button type="button" className="shop" onClick={() => setPage('cart')}>
          Cart
        </button>
        <button type="button" className="shop" onClick={() => go('list')}>
          Pay
        </button>
        <button type="button" className="shop" onClick={() => go('classic')}>
          Pay, classic
        </button>
      </nav>
      {page === 'list' && checkout && <Payment {...checkout} />}
      {page === 'classic' && checkout && (
        <PaymentWidgets
          {...checkout}
          brands="VISA MASTER"
          shopperResultUrl={RESULT}
          style="plain"
        />
      )}
    </main>
  );
}

function Payment(checkout: Checkout) {
  const { ref, status } = usePaymentForm();
  return (
    <>
      <PaymentElement
        {...checkout}
        ref={ref}
        brands={['VISA', 'MASTER', 'PAYPAL']}
        shopperResultUrl={RESULT}
        fallback={<p>One moment, please.</p>}
        renderError={(_, retry) => (
          <button type="button" className="shop" onClick={retry}>
            The payment form could not be loaded. Try again
          </button>
        )}
      />
      <p role="status">{status === 'paying' && 'We are asking your bank.'}</p>
    </>
  );
}
