/** How each statement of a requirements document is shown: by tests, or why there is none. */

/** A test, or a group of tests, by its file and its titles, as they stand in the source. */
export interface NamedTest {
  readonly file: string;
  /** `group › test`; as many groups as it takes to mean one. */
  readonly title: string;
  /** A text of the test's table, in its file or in one that it imports: the row that is meant. */
  readonly row?: string;
}

export interface Shown {
  /** Changes with the statement's words: they were read when the tests were chosen. */
  readonly read: string;
  readonly tests?: readonly NamedTest[];
  /** What of it cannot be tested here, because …; the whole statement where there are no tests. */
  readonly untested?: string;
  /** It says nothing of the service by itself. */
  readonly kind?: Kind;
}

/** The kinds of statements that need no test. */
export const KINDS = {
  introduces: 'introduces what follows, which is numbered by itself',
  document: 'is about the document itself',
  open: 'says that the document does not say',
} as const;
export type Kind = keyof typeof KINDS;

/** Keys are numbers with the statement's first words, so that both can be read side by side. */
export type Mapping = Readonly<Record<string, Shown>>;

/** @example const pay = testsIn('e2e/pay.test.ts'); pay('a shopper pays › is declined') */
export const testsIn =
  (file: string) =>
  (title: string, row?: string): NamedTest => ({
    file,
    title,
    ...(row !== undefined && { row }),
  });

export const shown = (
  read: string,
  ...tests: readonly (NamedTest | readonly NamedTest[])[]
): Shown => ({
  read,
  tests: tests.flat(),
});

/** Tests show a part; `untested` says why the rest cannot be tested here. */
export const shownInPart = (
  read: string,
  untested: string,
  ...tests: readonly (NamedTest | readonly NamedTest[])[]
): Shown => ({ ...shown(read, ...tests), untested });

export const cannotBeTested = (read: string, because: string): Shown => ({
  read,
  untested: because,
});

export const introduces = (read: string): Shown => ({ read, kind: 'introduces' });
export const ofTheDocument = (read: string): Shown => ({ read, kind: 'document' });
export const leftOpen = (read: string): Shown => ({ read, kind: 'open' });
