import { expect, test } from 'vitest';
import { blockedDirective } from './blocked-directive.ts';

const GATEWAY = 'https://gateway.example';

test.each([
  ['the gateway', 'https://gateway.example/v1/checkouts/1/form', 'enforce', 'connect-src'],
  ['another host', 'https://elsewhere.example', 'enforce', undefined],
  [
    'what only names the gateway',
    'https://elsewhere.example/https://gateway.example',
    'enforce',
    undefined,
  ],
  ['the gateway, by a policy that only reports', 'https://gateway.example/', 'report', undefined],
  ['a script within the page', 'inline', 'enforce', undefined],
])('a policy that blocks %s', (_, blockedURI, disposition, expected) => {
  const violation = { blockedURI, disposition, effectiveDirective: 'connect-src' };
  expect(blockedDirective(violation as SecurityPolicyViolationEvent, GATEWAY)).toBe(expected);
});
