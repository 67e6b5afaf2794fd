/** The OpenAPI document: valid, as committed, and never less than what clients rely on. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../contract/catalogue.ts';
import { EVENT_TYPES } from '../../contract/events/events.ts';
import { NOTIFICATION_TYPES } from '../../contract/notification.ts';
import { breakingChanges } from './breaking-changes.ts';
import { openApiDocument } from './openapi.ts';
import type { Schema } from './schema.ts';
import { withWaysToPay } from './ways-to-pay.ts';
import { GUIDE, openApiFile } from './write.ts';

const document = JSON.parse(openApiFile());
const committed = JSON.parse(
  await readFile(join(import.meta.dirname, '..', '..', 'docs', 'openapi.json'), 'utf8'),
);

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('breaks no client of the committed one', () => {
    expect(breakingChanges(committed, document)).toEqual([]);
  });

  it('is the committed one: npm run openapi writes it', () => {
    expect(document).toEqual(committed);
  });

  it('names the gateway that it is served for', () => {
    expect(openApiDocument('http://127.0.0.1:8080')['servers']).toEqual([
      { url: 'http://127.0.0.1:8080' },
    ]);
  });

  it('has a webhook for each event and each notification, with a sample that its schema takes', () => {
    expect(Object.keys(document.webhooks).toSorted()).toEqual(
      [...EVENT_TYPES, ...NOTIFICATION_TYPES].toSorted(),
    );
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', components: document.components });
    for (const type of EVENT_TYPES) {
      const { example } = document.webhooks[type].post.requestBody.content['application/json'];
      const validate = ajv.getSchema(`openapi#/components/schemas/${type}`);
      expect(validate?.(example), `${type}: ${JSON.stringify(validate?.errors)}`).toBe(true);
    }
  });

  it('has every parameter of the catalogue', () => {
    const text = JSON.stringify(document);
    const written = (name: string) =>
      JSON.stringify(name.split('[')[0]?.replaceAll('.', '\\.')).slice(1, -1);
    const missing = CATALOGUE.filter(
      ({ name }) => !text.includes(`"${name}"`) && !text.includes(`^${written(name)}`),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    'cart.items[0].name',
    'order.industryData[2].details.tripSegments[12].flightNumber',
    'customParameters[a.b]',
  ])('takes %s in a payment', (name) => {
    const type = 'application/x-www-form-urlencoded';
    const body = document.paths['/v1/payments'].post.requestBody.content[type].schema;
    const matching = Object.keys(body.patternProperties).filter((source) =>
      new RegExp(source, 'u').test(name),
    );
    expect(matching).toHaveLength(1);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: tests and changes go anywhere in the document
type Loose = any;

describe('an example of a request', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const ajv = new Ajv2020({ strict: false });
  const operations: [string, Loose][] = Object.values<Loose>(document.paths).flatMap((path) =>
    Object.values<Loose>(path).map((each): [string, Loose] => [each.operationId, each]),
  );

  it.each(operations)('of %s is one', (_, { requestBody, parameters = [] }) => {
    const { schema, example } = requestBody?.content[FORM] ?? {};
    if (example) {
      expect(ajv.validate(schema, example), ajv.errorsText()).toBe(true);
      const known = ([name]: string[]) =>
        name !== undefined &&
        (name in schema.properties ||
          Object.keys(schema.patternProperties ?? {}).some((source) =>
            new RegExp(source, 'u').test(name),
          ));
      expect(Object.entries<string>(example).filter((pair) => !known(pair))).toEqual([]);
    }
    for (const { name, example: value, schema: format } of parameters) {
      if (value !== undefined) expect(ajv.validate(format, value), name).toBe(true);
    }
  });

  it('is there wherever something has to be sent', () => {
    const without = operations.filter(([, { requestBody, parameters = [] }]) => {
      const { schema, example } = requestBody?.content[FORM] ?? {};
      const isNeeded = (each: Loose) => each.in === 'query' && each.required && !each.example;
      return (schema?.required && !example) || parameters.some(isNeeded);
    });
    // They need the id of a checkout, which is not known beforehand.
    expect(without.map(([id]) => id)).toEqual(['widget-script', 'release-script']);
  });
});

describe('a change that breaks clients is told', () => {
  const payment = (d: Loose) => d.paths['/v1/payments'].post;
  const body = (d: Loose) =>
    payment(d).requestBody.content['application/x-www-form-urlencoded'].schema;
  const query = (d: Loose) => d.paths['/v3/query'].get;
  const answer = (d: Loose) => d.components.schemas.Payment.allOf[1];

  it.each<[string, (d: Loose) => void, string]>([
    ['a path', (d) => delete d.paths['/v1/payments'], '/v1/payments was removed'],
    [
      'a method',
      (d) => delete d.paths['/v1/registrations/{id}'].delete,
      'DELETE /v1/registrations/{id} was removed',
    ],
    [
      'a parameter of a query',
      (d) => {
        query(d).parameters = query(d).parameters.filter((p: Loose) => p.name !== 'limit');
      },
      'GET /v3/query query parameter limit was removed',
    ],
    [
      'a parameter that becomes required',
      (d) => {
        for (const each of query(d).parameters) if (each.name === 'limit') each.required = true;
      },
      'GET /v3/query query parameter limit became required',
    ],
    [
      'a new parameter that is required',
      (d) => query(d).parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
      'GET /v3/query query parameter x is new and required',
    ],
    [
      'a parameter of a body',
      (d) => delete body(d).properties['merchant.name'],
      'POST /v1/payments body: merchant.name was removed',
    ],
    [
      'a map of a body',
      (d) => {
        body(d).patternProperties = {};
      },
      'customParameters',
    ],
    ['a demand', (d) => body(d).required.push('paymentBrand'), 'body demands paymentBrand'],
    [
      'a value that is no longer taken',
      (d) => body(d).properties.paymentType.enum.splice(0, 1),
      'body: paymentType does not take PA any more',
    ],
    [
      'a list of values where there was none',
      (d) => {
        body(d).properties.descriptor.enum = ['A'];
      },
      'body: descriptor takes listed values only',
    ],
    [
      'a shorter length',
      (d) => {
        body(d).properties.descriptor.maxLength = 20;
      },
      'body: descriptor is shorter',
    ],
    [
      'a longer length',
      (d) => {
        body(d).properties.descriptor.minLength = 2;
      },
      'body: descriptor has to be longer',
    ],
    [
      'another pattern',
      (d) => {
        body(d).properties.amount.pattern = '^[0-9]{1,5}$';
      },
      'body: amount has another pattern, ^[0-9]{1,5}$',
    ],
    [
      'another type',
      (d) => {
        answer(d).properties.amount.type = 'number';
      },
      'POST /v1/payments 200: amount is number, it was string',
    ],
    [
      'a field of an answer',
      (d) => delete answer(d).properties.card,
      'POST /v1/payments 200: card was removed',
    ],
    [
      'a field of an answer that may be missing',
      (d) => answer(d).required.shift(),
      'POST /v1/payments 200 may lack id',
    ],
    [
      'a field deep in an answer',
      (d) => delete d.components.schemas.ReconciliationRecord.properties.settlementTxDate,
      'records[]: settlementTxDate was removed',
    ],
    [
      'a field of every error',
      (d) => delete d.components.schemas.Result.properties.parameterErrors,
      'parameterErrors was removed',
    ],
    [
      'a format of answers',
      (d) => delete query(d).responses[200].content['text/csv'],
      'GET /v3/query 200 is not answered as text/csv any more',
    ],
    [
      'the name of an operation, which generated clients call',
      (d) => {
        payment(d).operationId = 'pay';
      },
      'POST /v1/payments is called pay, it was create-payment',
    ],
    [
      'another kind of values in a map of an answer',
      (d) => {
        answer(d).properties.resultDetails.additionalProperties.type = 'object';
      },
      'POST /v1/payments 200: resultDetails: any name is object, it was string',
    ],
    [
      'a map of texts that may hold anything',
      (d) => delete answer(d).properties.resultDetails.additionalProperties,
      'resultDetails has other rules for names that are not listed',
    ],
    [
      'a body that takes no unknown names',
      (d) => {
        body(d).additionalProperties = false;
      },
      'POST /v1/payments body has other rules for names that are not listed',
    ],
    [
      'another way to authenticate',
      (d) => {
        d.components.securitySchemes.accessToken = { type: 'apiKey', in: 'header', name: 'key' };
      },
      'authentication by accessToken is another',
    ],
    [
      'a token where there was none',
      (d) => delete d.paths['/v1/resultcodes'].get.security,
      'GET /v1/resultcodes demands an access token',
    ],
  ])('%s', (_, change, line) => {
    const changed = structuredClone(document) as Schema;
    change(changed);
    expect(breakingChanges(document, changed).join('\n')).toContain(line);
  });

  it.each<[string, (d: Loose) => void]>([
    [
      'a new path',
      (d) => {
        d.paths['/v2/payments'] = d.paths['/v1/payments'];
      },
    ],
    [
      'a new parameter',
      (d) => {
        body(d).properties.gift = { type: 'string' };
      },
    ],
    ['one more value', (d) => body(d).properties.paymentType.enum.push('XX')],
    [
      'a wider length',
      (d) => {
        body(d).properties.descriptor.maxLength = 300;
      },
    ],
    ['a demand less', (d) => body(d).required.splice(0, 1)],
    [
      'a new field of an answer',
      (d) => {
        answer(d).properties.more = { type: 'string' };
      },
    ],
    ['a field that is always there', (d) => answer(d).required.push('card')],
    [
      'other words',
      (d) => {
        payment(d).description = 'Other words.';
      },
    ],
  ])('but %s breaks no client', (_, change) => {
    const changed = structuredClone(document) as Schema;
    change(changed);
    expect(breakingChanges(document, changed)).toEqual([]);
  });
});

it('the guide has every way to pay as the table has it: npm run openapi writes it', async () => {
  const guide = await readFile(GUIDE, 'utf8');
  expect(guide).toBe(withWaysToPay(guide));
  expect(guide).toContain('| PAYPAL | PayPal | nothing | any | any | yes | yes |');
});
