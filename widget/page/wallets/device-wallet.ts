/** Apple Pay, Google Pay, and the sandbox's page in their place: how the shopper's device is asked. */
import type { FormWallet } from '../../../contract/form-data.ts';
import { postForm } from '../form/gateway-client.ts';
import { passChallenge } from '../form/submit/challenge.ts';
import { pageAddress } from '../form/submit/page-address.ts';
import { optionTable } from '../interface/options.ts';
import { own } from '../interface/own-properties.ts';

/** Tells the device what came of its token. */
export type Settle = (isPaid: boolean) => void;

/** Asks the shopper; undefined where that was cancelled. Fails where it cannot be asked. Within a click: browsers want one. */
export type AskShopper = () => Promise<
  { readonly token: string; readonly settle?: Settle } | undefined
>;

/** As far as the vendors' interfaces are used. */
interface Vendors {
  readonly ApplePaySession?: {
    new (version: unknown, request: object): AppleSession;
    canMakePayments(): boolean;
  };
  readonly google?: {
    readonly payments: {
      readonly api: {
        readonly PaymentsClient: new (
          options: unknown,
        ) => {
          isReadyToPay(request: unknown): Promise<{ readonly result: boolean }>;
          loadPaymentData(request: unknown): Promise<GoogleData>;
        };
      };
    };
  };
}
interface AppleSession {
  onvalidatemerchant: (event: { readonly validationURL: string }) => void;
  onpaymentauthorized: (event: {
    readonly payment: { readonly token: { readonly paymentData: unknown } };
  }) => void;
  oncancel: () => void;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: unknown): void;
  completePayment(status: number): void;
}
interface GoogleData {
  readonly paymentMethodData: { readonly tokenizationData: { readonly token: string } };
}

/**
 * @param now what is asked for with the amount as it is then
 * @param address of the gateway's page: the sandbox's, or where Apple's session of the merchant comes from
 * @returns undefined where the device has no such wallet
 */
export async function prepareWallet(
  now: () => FormWallet,
  form: HTMLFormElement,
  address: () => string,
): Promise<AskShopper | undefined> {
  const vendors = window as unknown as Vendors;
  // Vendors ask objects for what these would inherit.
  const read = () => structuredClone(now());
  const { key, request, client, script } = read();
  /** Whether the page agrees, which may have its own use for what the device gave. */
  const call = async (name: string, data?: unknown) => {
    const callback = optionTable(key)[name];
    const said = typeof callback === 'function' ? await callback(data) : undefined;
    return said !== false && !/^[EF]/.test(own(said as { status?: string }).status ?? '');
  };
  const cancel = () => void call('onCancel');

  if (!request) {
    return async () => {
      const token = await passChallenge(form, pageAddress(address(), form));
      if (typeof token === 'string') return { token };
      cancel();
      return undefined;
    };
  }
  if (!script) {
    const { ApplePaySession: Session } = vendors;
    if (!Session?.canMakePayments()) return undefined;
    return () =>
      new Promise((resolve, reject) => {
        const asked = optionTable(key);
        const { request = {} } = read();
        const { currencyCode, total } = request;
        const session = new Session(asked['version'] ?? 3, {
          ...request,
          ...asked,
          // What is paid is the checkout's, whatever the page says.
          currencyCode,
          total: { ...total, ...Object(asked['total']), amount: total?.amount },
        });
        session.onvalidatemerchant = async ({ validationURL }) => {
          const said = await postForm(address(), { validationURL });
          if (said?.status === 200) return session.completeMerchantValidation(said.answer);
          session.abort();
          reject();
        };
        session.onpaymentauthorized = async ({ payment }) => {
          const settle = (isPaid: boolean) => session.completePayment(isPaid ? 0 : 1);
          const token = JSON.stringify(payment.token.paymentData);
          if (await call('onPaymentAuthorized', payment)) resolve({ token, settle });
          else settle(false);
        };
        session.oncancel = () => {
          cancel();
          resolve(undefined);
        };
        session.begin();
      });
  }
  if (!vendors.google) {
    const tag = document.createElement('script');
    await new Promise((onload, onerror) => {
      document.head.append(Object.assign(tag, { src: script, onload, onerror }));
    });
  }
  const { api } = (vendors.google as Required<Vendors>['google']).payments;
  const google = new api.PaymentsClient(client);
  if (!(await google.isReadyToPay(request)).result) return undefined;
  return async () => {
    const data = await google.loadPaymentData(read().request).catch(cancel);
    const { token } = data?.paymentMethodData.tokenizationData ?? {};
    return token && (await call('onPaymentAuthorized', data)) ? { token } : undefined;
  };
}
