import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WRITTEN, widgetTypes } from '../write-types.ts';

it('the package has the types that the gateway serves: node packages/loader/write-types.ts', () => {
  expect(readFileSync(WRITTEN, 'utf8')).toBe(widgetTypes());
});

it('every type that the gateway serves is exported, and no name is global', () => {
  const text = widgetTypes();
  expect(text).toContain('export interface WpwlOptions {');
  expect(text).toContain('export interface Wpwl {');
  expect(text).not.toMatch(/^(declare|interface|type)\b/m);
});
