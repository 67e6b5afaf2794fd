/** The runtime object that pages know as `window.wpwl`. */
import type { FormRegistration } from '../../../contract/form-data.ts';
import { ownProperty } from './own-properties.ts';

/** What a page may say of a form that it mounts itself; all else goes into its `wpwlOptions`. */
export interface MountOptions {
  /** Another checkout than the script's. */
  readonly checkoutId?: string;
  /** Codes, as `data-brands` has them. */
  readonly brands?: string | readonly string[];
  readonly shopperResultUrl?: string;
  readonly [option: string]: unknown;
}

export interface MountedForm {
  /** Settles when the form is drawn, or cannot be. */
  readonly ready: Promise<void>;
  readonly unmount: () => void;
}

interface BrandConfig {
  readonly brands: readonly string[];
  /** Of a test checkout, for the inspector. */
  readonly moreBrands?: readonly string[];
  readonly overrideShopBrands: boolean;
  readonly activateBrands: boolean;
}

/** What pages read of the checkout, and assign to; empty where there is nothing to tell. */
export const checkoutConfig = ({
  base,
  checkoutId,
  release,
}: Readonly<Record<'base' | 'checkoutId' | 'release', string>>) =>
  structuredClone({
    registrations: [] as readonly FormRegistration[],
    brandConfig: {
      brands: [],
      overrideShopBrands: false,
      activateBrands: false,
    } as BrandConfig,
    detectIp: false,
    overrideHolder: false,
    threeDSecureV2Config: {},
    environmentConfig: {
      url: base,
      defaultPaymentMode: checkoutId.includes('.uat') ? 'INTEGRATOR_TEST' : 'LIVE',
      cacheVersion: release,
    },
    workflowSpecificConfig: {},
    customRedirectPageConfig: {},
  });

/** What pages know as `wpwl`. */
export interface Runtime {
  readonly apiVersion: '1';
  readonly cacheVersion: string;
  readonly minified: true;
  readonly ndc: string;
  readonly timestamp: string;
  readonly checkout: {
    id: string;
    amount?: string;
    currency?: string;
    paymentType?: string;
    readonly config: ReturnType<typeof checkoutConfig>;
  };
  /** Pays the form in a container, named by its class without the leading dot. */
  executePayment(container: string): void;
  /** Draws a form inside an element, or in the place of a form element. */
  mount(element: Element, options?: MountOptions): MountedForm;
  /** Takes over what the merchant's server has changed of the checkout: the amount, first of all. */
  refresh(): Promise<void>;
  /** Opens the inspector of the workbench, which shows what happens to the form; test checkouts only. */
  inspect(): void;
  /** Takes all forms away and gives the page its own back. */
  unload(): void;
}

export const currentRuntime = () => ownProperty(window, 'wpwl') as Runtime | undefined;

/** A script that is loaded again takes over once the forms of the one before are gone. */
export function isStillThere(): boolean {
  const wpwl = currentRuntime();
  if (typeof wpwl?.unload !== 'function') return false;
  // While the page is parsed, the forms of the one before may be still to come.
  if (document.readyState === 'loading' || document.querySelector('.wpwl-container')) return true;
  wpwl.unload();
  return false;
}
