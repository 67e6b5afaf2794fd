/** What was seen of a payment page. */

export interface ScriptTag {
  readonly src: string;
  readonly integrity: string;
  readonly crossorigin: string | null;
  readonly isAsync: boolean;
  readonly isInHead: boolean;
}

/** An element whose class speaks of a payment or a widget, as the page has written it. */
export interface NamedElement {
  readonly tag: string;
  readonly className: string;
  readonly action: string | null;
  readonly brands: string;
}

export interface Violation {
  readonly directive: string;
  readonly blocked: string;
  readonly isReportOnly: boolean;
  /** Name of the field whose frame it was in; undefined for the page itself. */
  readonly frame?: string;
}

/** The frame of the card number or the CVV. */
export interface FieldFrame {
  readonly name: string;
  readonly src: string;
  readonly isShown: boolean;
  /** What lies over its middle; empty where nothing does. */
  readonly coveredBy: string;
}

export interface Loaded {
  readonly url: string;
  readonly type: string;
  readonly ms: number;
  readonly isFailed: boolean;
}

export interface AxeViolation {
  readonly id: string;
  readonly impact: string;
  readonly help: string;
  readonly targets: readonly string[];
}

/** Of the document as it stands at the end. */
export interface DocumentFacts {
  readonly scripts: readonly ScriptTag[];
  readonly preconnects: readonly string[];
  readonly metaPolicies: readonly string[];
  readonly viewport: string;
  readonly containers: number;
  readonly forms: number;
  readonly offered: readonly string[];
  readonly frames: readonly FieldFrame[];
}

export interface Facts extends DocumentFacts {
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was sent. */
  readonly html: string;
  readonly elements: readonly NamedElement[];
  readonly violations: readonly Violation[];
  readonly loaded: readonly Loaded[];
  /** Of what the gateway's script says to the developer of a test channel. */
  readonly notes: readonly string[];
  readonly errors: readonly string[];
  /** Text of the script by its address, where it came. */
  readonly sources: ReadonlyMap<string, string>;
  /** Milliseconds from the navigation until the card number can be typed. */
  readonly fieldMs: number | undefined;
  /** What stood in the number's field after `4200` was typed; undefined where nothing was typed. */
  readonly typed: string | undefined;
  /** Undefined where the project has no axe-core. */
  readonly axe: readonly AxeViolation[] | undefined;
}

export interface Finding {
  readonly check: Check;
  readonly level: 'error' | 'warning';
  readonly message: string;
  /** What to do. */
  readonly change: string;
}

/** In the order in which they are told. */
export const CHECKS = [
  'script',
  'duplicates',
  'integrity',
  'policy',
  'headers',
  'form',
  'brands',
  'frames',
  'mixed content',
  'speed',
  'accessibility',
] as const;
export type Check = (typeof CHECKS)[number];

export const error = (check: Check, message: string, change: string): Finding => ({
  ...{ check, level: 'error', message, change },
});
export const warning = (check: Check, message: string, change: string): Finding => ({
  ...{ check, level: 'warning', message, change },
});

/** The gateway's script, however it is written. */
export const isScript = (address: string): boolean => /\/paymentWidgets\.js(\?|$)/.test(address);
export const originOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : '';
