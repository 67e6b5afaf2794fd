import type { SampleRequest } from './sample.ts';

/** With `payment-widgets/server` and Guzzle. */
export function phpSample({ call, ids, pairs }: SampleRequest): string {
  const fields = pairs.map(([name, value]) => `    ${quoted(name)} => ${quoted(value)},\n`);
  const args = [
    ...ids.map(({ variable, value = '' }) =>
      variable === undefined ? quoted(value) : `getenv(${quoted(variable)})`,
    ),
    ...(fields.length > 0 ? [`[\n${fields.join('')}]`] : []),
  ];
  return `<?php

require __DIR__ . '/vendor/autoload.php';

use PaymentWidgets\\Client;

$gateway = Client::withGuzzle(getenv('GATEWAY'), getenv('ACCESS_TOKEN'), getenv('ENTITY_ID'));

$answer = $gateway->${call.replace('.', '->')}(${args.join(', ')});
print_r($answer);`;
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
