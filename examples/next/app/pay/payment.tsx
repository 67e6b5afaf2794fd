'use client';

import { PaymentWidgets, usePaymentForm } from '@payment-widgets/react';

export function Payment(checkout: { gateway: string; checkoutId: string }) {
  const { ref, status } = usePaymentForm();
  return (
    <>
      <h1>Pay €92.00</h1>
      <PaymentWidgets {...checkout} ref={ref} brands="VISA MASTER" shopperResultUrl="/result" />
      <p role="status">{status === 'paying' && 'We are asking your bank.'}</p>
    </>
  );
}
