import { type Html, html } from '../../html.ts';
import { ANSWERS, type AnswerName } from '../../reference/answers.ts';
import { echoedProperties } from '../../reference/echo.ts';
import type { Schema } from '../../reference/schema.ts';

interface Field {
  readonly name: string;
  readonly words: string;
}

/** The fields of an answer, each with its place: `result.code`, `records[n].amount`. */
export function answerFields(answer: AnswerName): Html {
  const schema: Schema = ANSWERS[answer];
  if (schema['type'] === 'string') return html`<p>${String(schema['description'])}.</p>`;
  const all = fieldsOf(schema, '', new Set(Object.keys(echoedProperties())));
  // What an answer is made of may tell of the same field: the first to name it says it.
  const fields = new Map(all.toReversed().map((field) => [field.name, field]));
  const inOrder = all.filter((field) => fields.get(field.name) === field);
  return html`
<dl class="definitions">${inOrder.map(
    ({ name, words }) => html`<div><dt><code>${name}</code></dt><dd>${words}</dd></div>`,
  )}</dl>`;
}

function fieldsOf(schema: Schema, path: string, echoed: ReadonlySet<string>): Field[] {
  const { $ref, allOf, items, properties } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) as AnswerName;
    return fieldsOf(ANSWERS[name], path, echoed);
  }
  if (Array.isArray(allOf)) return allOf.flatMap((part) => fieldsOf(part, path, echoed));
  if (items) return fieldsOf(items as Schema, `${path}[n]`, echoed);
  if (!properties) return [{ name: path, words: wordsOf(schema) }];
  return Object.entries(properties as Record<string, Schema>).flatMap(([name, property]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const isWhole = property['type'] === 'object' && echoed.has(name);
    return isWhole
      ? [{ name: place, words: 'as it was sent, with what the gateway adds' }]
      : fieldsOf(property, place, echoed);
  });
}

function wordsOf({ type, description, enum: values }: Schema): string {
  const listed = Array.isArray(values) && values.length < 10 ? values.join(', ') : '';
  return [description ?? type, listed].filter(Boolean).join(': ');
}
