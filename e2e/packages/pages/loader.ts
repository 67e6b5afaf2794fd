/** Gives the test's page what the packages for it are: `paymentPackages.load({…})`. */
import { loadPaymentWidgets, preconnect } from '@payment-widgets/loader';
import { openForm } from '@payment-widgets/loader/form';

/** What came of it, as a test can read it. */
const load = (options: Parameters<typeof loadPaymentWidgets>[0]) =>
  loadPaymentWidgets(options).then(
    (wpwl) => ({ wpwl, same: wpwl === Object(window)['wpwl'] }),
    ({ name, code, message }) => ({ name, code, message }),
  );

Object.assign(window, { paymentPackages: { load, openForm, preconnect } });
