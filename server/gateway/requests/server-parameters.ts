/** Requests of the merchant's server, as far as they are read alike. */
import type { Operation } from '../../../contract/catalogue.ts';
import { rulesBetween } from '../../../contract/parameter-rules.ts';
import { type Parameters, readParameters } from '../../../contract/parameters.ts';
import type { ParameterError } from '../../../contract/result.ts';
import type { Channel } from '../entities/entities.ts';
import { invalidParameters } from './api-error.ts';
import { channelRules } from './order-rules.ts';
import { checkResultUrl } from './shopper-result-url.ts';

/** Names and values, decoded, in the order sent. */
export type Pairs = Iterable<readonly [string, string]>;

/**
 * The parameters of a request, checked by themselves and with each other.
 * @param more rules of the operation
 * @throws Refusal naming everything that is wrong
 */
export function readServerParameters(
  channel: Channel,
  pairs: Pairs,
  operation: Operation,
  more: (parameters: Parameters) => readonly ParameterError[] = () => [],
): { parameters: Parameters; ignored: readonly string[] } {
  const { strictCustomerData } = channel.settings;
  const read = readParameters(pairs, operation, { strictCustomerData });
  const { parameters, ignored } = read;
  const errors = [
    ...read.errors,
    ...rulesBetween(parameters, operation),
    ...channelRules(channel, parameters),
    ...more(parameters),
  ].filter(({ name }, n, all) => all.findIndex((other) => other.name === name) === n);
  if (errors.length > 0) throw invalidParameters(errors);
  if (parameters['shopperResultUrl']) checkResultUrl(channel, parameters['shopperResultUrl']);
  return { parameters, ignored };
}
