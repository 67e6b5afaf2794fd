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
  readonly about?:
    | 'checkout'
    | 'payment'
    | 'authentication'
    | 'registration'
    | 'schedule'
    | 'batch'
    | 'webhook';
  /** When something that a parameter names makes it answer 404. */
  readonly notFound?: string;
  /** What may stand in its path, where that is known beforehand. */
  readonly pathSample?: Readonly<Record<string, string>>;
  /** A request that works in the sandbox; `{today}` and `{inbox}` stand for what is known then. */
  readonly sample?: Readonly<Record<string, string>>;
}

/** What stands in braces in the path: `['id']`, or nothing. */
export const pathNames = ({ path }: Pick<Endpoint, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** What a name in braces stands for: `id of the payment`. */
export const pathWords = ({ about }: Pick<Endpoint, 'about'>, name: string): string =>
  name === 'file' ? 'name of the file' : `id of the ${(name === 'id' && about) || name}`;

/** What the placeholders of samples stand for at the moment. */
export interface SampleValues {
  /** yyyy-MM-dd */
  readonly today: string;
  /** An address that takes webhooks, without a slash at the end. */
  readonly inbox: string;
}

/** The parameters of the sample, ready to be sent. */
export const filledSample = (
  { sample = {} }: Pick<Endpoint, 'sample'>,
  { today, inbox }: SampleValues,
): [name: string, value: string][] =>
  Object.entries(sample).map(([name, value]) => [
    name,
    value.replace('{today}', today).replace('{inbox}', inbox),
  ]);

/** The path with its names filled in, encoded. */
export const filledPath = (
  { path }: Pick<Endpoint, 'path'>,
  values: Readonly<Record<string, string>>,
): string => path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
