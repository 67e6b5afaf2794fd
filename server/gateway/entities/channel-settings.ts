/** What can be set on a channel ("Channel settings" in CONTRIBUTING.md). */
import { z } from 'zod';
import { isCardBrand } from '../../../contract/card-brands.ts';
import { CURRENCY_CODES } from '../../../contract/currency.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { PaymentMode } from '../../../contract/payment-mode.ts';
import { WALLETS, type Wallet } from '../../../contract/wallets.ts';
import { ConnectorSettingsSchema, capabilitiesOf } from '../../connectors/registry.ts';
import { ChannelFontsSchema } from './channel-fonts.ts';
import { ChannelLanguagesSchema } from './channel-languages.ts';
import { ANY_ORIGIN } from './origins.ts';
import { type VelocitySettings, VelocitySettingsSchema } from './velocity-settings.ts';

const paymentType = z.enum(['PA', 'DB', 'CD']);

/** An origin as browsers serialise it, or one of the words null and any. */
const origin = z
  .string()
  .refine(
    (value) =>
      value === 'null' ||
      value === ANY_ORIGIN ||
      (URL.canParse(value) && new URL(value).origin === value),
    'must be an origin such as https://shop.example, without a path',
  );

export const ChannelSettingsSchema = z.strictObject({
  /** A live channel never reaches the simulator, unless `connectivityTests` allows it. */
  mode: z.enum(['test', 'live']).default('test'),
  /**
   * Whether a live channel takes `testMode=INTERNAL`: such a payment is the simulator's, and moves no
   * money.
   */
  connectivityTests: z.boolean().default(false),
  /** Country of the channel, ISO 3166-1. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a 2-letter country code')
    .optional(),
  /** Brands and the payment types each may be used with; `null`: any brand. */
  brands: z
    .record(z.string().regex(/^[A-Z0-9_]{1,32}$/), z.array(paymentType).min(1))
    .nullable()
    .default(null),
  /** First digits of cards beside those that are known, by card brand: `446404 604201-604400`. */
  binRanges: z
    .record(
      z.string().refine(isCardBrand, 'must be a card brand'),
      z
        .string()
        .regex(
          /^\d{1,8}(-\d{1,8})?( \d{1,8}(-\d{1,8})?)*$/,
          'must be first digits, as in 446404 604201-604400',
        ),
    )
    .default({}),
  /**
   * Who moves the money of `testMode=EXTERNAL`, or of a live channel; `null`: no connector, and such
   * payments are refused. The simulator can stand in for a processor's test system.
   */
  connector: ConnectorSettingsSchema.nullable().default(null),
  /** Minutes after a payment in which it can be reversed. */
  reversalCutOff: z
    .number()
    .int()
    .min(0)
    .default(24 * 60),
  /**
   * Days in which a chargeback can be answered, by brand; `null`: it cannot. What is not named is as usual
   * (`chargeback-days.ts`).
   */
  chargebackDays: z
    .record(
      z.string().regex(/^[A-Z0-9_]{1,32}$/, 'must be the code of a brand'),
      z.number().int().min(1).max(180).nullable(),
    )
    .default({}),
  maxInstallments: z.number().int().min(1).max(12).default(12),
  /**
   * Origins that may embed the form and receive the shopper; `any`: every one. Empty on a test
   * channel: every one.
   */
  origins: z.array(origin).default([]),
  /**
   * Whether a shopper who pays with a stored card gives its CVV, no matter what the page asks for. Absent:
   * `required` on a live channel, `optional` on a test channel.
   */
  storedCardCvv: z.enum(['required', 'optional']).optional(),
  /**
   * What becomes of a payment whose fields the page has covered, or taken the focus from, while the
   * card was typed: it tells so, or it is declined.
   */
  fieldEvidence: z.enum(['tell', 'decline']).default('tell'),
  /** Demands `customer.givenName` and `customer.surname` with any other customer parameter. */
  strictCustomerData: z.boolean().default(false),
  /** Merchant ids that may be used as `entityId` for this channel. */
  dispatching: z.array(z.string().regex(/^[a-f0-9]{32}$/)).default([]),
  /** Account that the merchant is paid to; told with every successful payment. */
  bankAccount: z
    .strictObject({
      holder: z.string().min(4).max(128),
      number: z
        .string()
        .regex(/^[A-Za-z0-9]{3,64}$/)
        .optional(),
      bic: z
        .string()
        .regex(/^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$/)
        .optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
    })
    .optional(),
  /**
   * Velocity rules against card testing. Absent: the defaults on a live channel, none on a test
   * channel; `null`: none.
   */
  cardTesting: VelocitySettingsSchema.nullable().optional(),
  /**
   * What is watched of the merchant's payment pages (PCI DSS 6.4.3, 11.6.1). Absent: the defaults on a
   * live channel, nothing on a test channel; `null`: nothing.
   */
  pageWatch: z
    .strictObject({
      /** Percent of checkouts whose form reports the scripts of its page. */
      share: z.number().min(0).max(100).default(10),
      /** Hours between two readings of a page's headers; a week at most. */
      headersEveryHours: z
        .number()
        .int()
        .min(1)
        .max(7 * 24)
        .default(24),
    })
    .nullable()
    .optional(),
  /**
   * Whether events are kept for `GET /v1/events` where no subscription wants them; without, the list has
   * those that a subscription was told.
   */
  eventList: z.boolean().default(true),
  /** The risk screening service with short ids: `risk.channelId` of 12, `risk.serviceId` of 1. */
  riskScreening: z.boolean().default(false),
  /**
   * What the acquirer keeps of each sale, by the day from which it applies (`yyyy-MM-dd`, UTC), in
   * any order: basis points of the amount, and smallest units of each currency on top.
   */
  fees: z
    .array(
      z.strictObject({
        from: z.iso.date(),
        basisPoints: z.number().int().min(0).max(10_000).default(0),
        fixed: z
          .partialRecord(z.enum(CURRENCY_CODES), z.number().int().min(0).max(1_000_000))
          .default({}),
      }),
    )
    .default([]),
  /** How long records are kept, at most (docs/operations.md, "How long data are kept"). */
  retention: z
    .strictObject({
      /** Its result can be read for 90 days. */
      checkoutDays: z.number().int().min(90).max(3_650).default(90),
      /** Then payments do not say any more who the shopper was. */
      personalDataMonths: z.number().int().min(1).max(1_200).default(24),
      bookYears: z.number().int().min(1).max(100).default(10),
    })
    .refine(
      ({ personalDataMonths, bookYears }) => personalDataMonths <= 12 * bookYears,
      'personalDataMonths must not be more than bookYears',
    )
    .prefault({}),
  /** The release whose form its new checkouts get; absent: the one that is in use. */
  release: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be the id of a release')
    .optional(),
  /** Languages of the merchant's own, by tag: the form and the gateway's pages speak them. */
  languages: ChannelLanguagesSchema.default({}),
  /** Fonts of the merchant's own: `npm run admin -- font add` checks and writes them. */
  fonts: ChannelFontsSchema.default([]),
  /** The merchant at Apple. `null`, or absent, on a test channel: Apple Pay is the sandbox's wallet. */
  applePay: z
    .strictObject({
      merchantId: z.string().regex(/^merchant\.[\w.-]{1,240}$/, 'must be as in merchant.com.shop'),
      /** What the payment sheet calls the shop; the channel's name when absent. */
      displayName: z.string().min(1).max(64).optional(),
    })
    .nullable()
    .optional(),
  /** The merchant at Google, likewise. */
  googlePay: z
    .strictObject({
      merchantId: z.string().regex(/^[\w-]{1,64}$/, "must be the merchant's id at Google"),
      /** Where Google knows us as a gateway: our name there. Tokens are for it, and name the channel. */
      gateway: z
        .string()
        .regex(/^[\w-]{1,64}$/, 'must be the name of a gateway at Google')
        .optional(),
    })
    .nullable()
    .optional(),
  /** Default statement descriptor. */
  descriptor: z.string().min(1).max(127).optional(),
});

export type ChannelSettings = z.infer<typeof ChannelSettingsSchema>;

/** Whether the channel has payments of the mode. */
export const allowsMode = (
  { mode, connectivityTests }: ChannelSettings,
  asked: PaymentMode,
): boolean =>
  mode === 'live'
    ? asked === 'LIVE' || (asked === 'INTERNAL' && connectivityTests)
    : asked !== 'LIVE';

/** Whether a payment of the mode tries out a live channel without money. */
export const isConnectivityTest = ({ mode }: ChannelSettings, asked: PaymentMode): boolean =>
  mode === 'live' && asked === 'INTERNAL';

const DEFAULT_VELOCITY = VelocitySettingsSchema.parse({});

export type PageWatchSettings = NonNullable<ChannelSettings['pageWatch']>;

const DEFAULT_PAGE_WATCH: PageWatchSettings = { share: 10, headersEveryHours: 24 };

/** How the channel's payment pages are watched; undefined where they are not. */
export const pageWatchOf = ({ mode, pageWatch }: ChannelSettings): PageWatchSettings | undefined =>
  pageWatch === undefined
    ? mode === 'live'
      ? DEFAULT_PAGE_WATCH
      : undefined
    : (pageWatch ?? undefined);

/** The velocity rules that are in force; undefined where nothing is counted. */
export const velocityOf = ({ mode, cardTesting }: ChannelSettings): VelocitySettings | undefined =>
  cardTesting === undefined
    ? mode === 'live'
      ? DEFAULT_VELOCITY
      : undefined
    : (cardTesting ?? undefined);

/** Whether a shopper's stored card is paid with its CVV only. */
export const requiresStoredCvv = ({ mode, storedCardCvv }: ChannelSettings): boolean =>
  (storedCardCvv ?? (mode === 'live' ? 'required' : 'optional')) === 'required';

/** Whether the form may show a brand that is no card. */
export const offersOtherBrand = (
  settings: ChannelSettings,
  brand: string,
  paymentType?: string,
): boolean =>
  (OTHER_BRANDS.has(brand) || hasWallet(settings, brand)) && isListed(settings, brand, paymentType);

/** Whether a test channel has the sandbox's wallet in the place of the vendor's. */
export const hasSandboxWallet = (settings: ChannelSettings, { key }: Wallet): boolean =>
  settings.mode === 'test' && !settings[key];

/** Whether the channel can open what a wallet gives, and its processor takes that. */
function hasWallet(settings: ChannelSettings, brand: string): boolean {
  const wallet = WALLETS.get(brand);
  return wallet !== undefined && (settings.mode === 'test' || Boolean(settings[wallet.key]));
}

/** Whether payments of this type can be made with the card brand here. */
export function offersBrand(
  settings: ChannelSettings,
  brand: string,
  paymentType?: string,
): boolean {
  return isCardBrand(brand) && isListed(settings, brand, paymentType);
}

function isListed(
  { mode, connector, brands }: ChannelSettings,
  brand: string,
  paymentType: string | undefined,
): boolean {
  // On a test channel it depends on the request's testMode whom it goes to.
  const taken = mode === 'live' && connector ? capabilitiesOf(connector) : null;
  if (taken && !(WALLETS.has(brand) ? taken.wallets : (taken.brands?.includes(brand) ?? true)))
    return false;
  if (brands === null) return true;
  const types: readonly string[] | undefined = Object.hasOwn(brands, brand)
    ? brands[brand]
    : undefined;
  return types !== undefined && (paymentType === undefined || types.includes(paymentType));
}
