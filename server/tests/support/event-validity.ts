/** Whether an event is as its published schema has it, and no more: for every test that gets one. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { EVENT_TYPES } from '../../../contract/events/events.ts';
import { jsonSchemaOf } from '../../../contract/events/json-schema.ts';

const validators = new Map<string, ValidateFunction>();

/** The closed schema takes no field that is not published: a misspelt one is a mistake. */
function validatorOf(type: string): ValidateFunction {
  const known = EVENT_TYPES.find((name) => name === type);
  if (!known) throw new Error(`${type} is no event`);
  const ajv = addFormats.default(new Ajv2020({ strict: true }));
  const validator = validators.get(type) ?? ajv.compile(jsonSchemaOf(known, 'closed'));
  validators.set(type, validator);
  return validator;
}

/** @returns what is wrong with it; empty for a valid one */
export function mistakesOf(event: { readonly type?: unknown }): string[] {
  const validate = validatorOf(String(event.type));
  validate(event);
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, JSON.stringify(params)].join(' '),
  );
}
