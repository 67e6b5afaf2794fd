/** A request as merchants' programs make it, before it is written in a language. */
import { ANSWERS } from '../../../reference/answers.ts';
import { CLIENT_METHODS } from '../../../reference/client-methods.ts';
import { type Endpoint, pathNames } from '../../../reference/endpoint.ts';
import { parametersOf } from '../../../reference/endpoint-parameters.ts';
import type { Pair } from '../sandbox-call.ts';

export interface SampleRequest {
  readonly method: Endpoint['method'];
  /** `/v1/payments/{id}` */
  readonly path: string;
  /** Of both clients: `payments.refer` */
  readonly call: string;
  /** What its path names, in order: the variable of the environment that has it, or what it is. */
  readonly ids: readonly {
    readonly name: string;
    readonly variable?: string;
    readonly value?: string;
  }[];
  readonly pairs: readonly Pair[];
  readonly isAuthorised: boolean;
  /** The clients send it by themselves. */
  readonly takesEntity: boolean;
  /** Whether the answer is a text and no JSON. */
  readonly isText: boolean;
}

/** @param pairs what is sent besides the entity; values that are empty are left out */
export function sampleRequest(endpoint: Endpoint, pairs: readonly Pair[]): SampleRequest {
  const { id, method, path, caller, answer, pathSample = {} } = endpoint;
  const call = CLIENT_METHODS[id];
  if (call === undefined) throw new Error(`no client has a method for ${id}`);
  return {
    method,
    path,
    call,
    ids: pathNames(endpoint).map((name) => {
      const value = pathSample[name];
      return value === undefined ? { name, variable: variableOf(name) } : { name, value };
    }),
    pairs: pairs.filter(([, value]) => value !== ''),
    isAuthorised: caller === 'server',
    takesEntity:
      caller === 'server' && parametersOf(endpoint).some(({ name }) => name === 'entityId'),
    isText: ANSWERS[answer]['type'] === 'string',
  };
}

/** `deliveryId` → `DELIVERY_ID` */
const variableOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The path in pieces: what stands there, and what its names stand for. */
export function filledWith(
  { path, ids }: SampleRequest,
  write: (variable: string) => string,
): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const id = ids.find((each) => each.name === name);
    return id?.variable === undefined ? encodeURIComponent(id?.value ?? '') : write(id.variable);
  });
}
