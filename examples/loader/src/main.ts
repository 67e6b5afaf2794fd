import { isLoadError, loadPaymentWidgets } from '@payment-widgets/loader';

const place = document.querySelector('#pay');
if (!place) throw new Error('The page has no #pay');

try {
  const answer = await fetch('/checkout', { method: 'POST' });
  const { checkoutId, gateway }: { checkoutId: string; gateway: string } = await answer.json();
  const wpwl = await loadPaymentWidgets({ gateway });
  place.textContent = '';
  const form = wpwl.mount(place, {
    checkoutId,
    brands: ['VISA', 'MASTER', 'PAYPAL'],
    shopperResultUrl: new URL('/result', location.href).href,
  });
  await form.ready;
} catch (error) {
  console.error(isLoadError(error) ? error.code : error);
  place.textContent = 'The payment form could not be loaded.';
}
