/** The shape of a typical mistake: what docs/what-can-go-wrong.md says of it, and what shows that it is so. */

/** Where it is said. */
export type Place =
  | 'the answer'
  | 'the browser’s console'
  | 'the inspector'
  | 'the form'
  | 'what is thrown'
  | 'the terminal';

export interface Mistake {
  /** What the developer or the shopper has done: `amount=92,00`. */
  readonly done: string;
  /** What is said to that, word for word, or a part of it. */
  readonly said: string;
  readonly where: Place;
  readonly to: 'developer' | 'shopper';
}

/** A request of a merchant's server that is wrong. `{checkout}`, `{payment}` and others are made before. */
export interface RequestMistake extends Mistake {
  /** `POST /v1/checkouts` */
  readonly request: string;
  /** Instead of those of a request that is right, or on top of them; null leaves one out. */
  readonly fields?: Readonly<Record<string, string | null>>;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly status: number;
}

/** A page, or a shopper in a page. */
export interface PageMistake extends Mistake {
  readonly page?: {
    readonly form?: string;
    readonly brands?: string;
    readonly options?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly scriptAttributes?: string;
    /** What the script's address is changed to, where `{script}` is the right one. */
    readonly script?: string;
  };
  /** What the shopper types, and pays with. */
  readonly card?: Readonly<Partial<Record<'number' | 'expiry' | 'holder' | 'cvv', string>>>;
  /** What happens besides. */
  readonly happens?: 'half an hour passes' | 'the connection is lost';
}

/** What a test elsewhere shows; the words stand in it. */
export interface MistakeElsewhere extends Mistake {
  readonly test: string;
}
