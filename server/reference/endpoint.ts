/** The shape of an entry in the list of endpoints (`endpoints.ts`). */
import type { Operation } from '../../contract/catalogue.ts';
import type { Format } from '../../contract/format.ts';
import type { AnswerName } from './answers.ts';

/** A parameter that belongs to one endpoint alone, so it is not in the catalogue. */
export interface OwnParameter {
  readonly name: string;
  readonly format: Format;
  readonly required?: boolean;
}

export interface Endpoint {
  /** Its name in addresses and in OpenAPI: kebab-case. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `{id}`, and other names in braces, where something is named. */
  readonly path: string;
  readonly group: string;
  readonly title: string;
  readonly description: string;
  /** Who calls: the merchant's server with its token, or a shopper's browser without any. */
  readonly caller: 'server' | 'browser';
  /** Its parameters are those of the catalogue that this operation reads… */
  readonly operation?: Operation;
  /** …or these of the catalogue… */
  readonly named?: readonly string[];
  /** …and its own. In the body of a POST, in the query of everything else. */
  readonly own?: readonly OwnParameter[];
  /** What it answers with HTTP 200, and with 400 where a payment failed. */
  readonly answer: AnswerName;
  /** Whether a failed payment is answered with HTTP 400. */
  readonly failsWithPayment?: boolean;
  /** Also as comma-separated values, by `Accept: text/csv`. */
  readonly csv?: boolean;
  /** What its `{id}` names. */
  readonly about?: 'checkout' | 'payment' | 'registration' | 'batch';
  /** A request that works in the sandbox. */
  readonly sample?: Readonly<Record<string, string>>;
}

/** What stands in braces in the path: `['id']`, or nothing. */
export const pathNames = ({ path }: Pick<Endpoint, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The path with its names filled in, encoded. */
export const filledPath = (
  { path }: Pick<Endpoint, 'path'>,
  values: Readonly<Record<string, string>>,
): string => path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
