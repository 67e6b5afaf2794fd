/** Types one sequence into a field and, edit by edit, into a plain input; they must not differ. */
import { expect } from '@playwright/test';
import { type Edit, MOVES, type Step, UNDOES } from './edits.ts';
import type { FieldBeside } from './field-beside.ts';
import type { Content, Hands } from './hands.ts';
import { type Written, writtenBy } from './written.ts';

const isKeyOf = (edit: Edit, keys: readonly string[]) =>
  edit.do === 'key' && keys.includes(edit.key);

export async function typeBeside(
  { field, ours, plain, seen, run, begin }: FieldBeside,
  steps: readonly Step[],
): Promise<void> {
  await begin('');
  let now = await ours.look();
  seen.add(now.value);
  let brands = field.brands.slice(0, 1);
  const told: string[] = [];
  const holds = (content: Content, expected: readonly (Written | Content)[]) => {
    const isFine = expected.some((one) => isOne(content, one));
    expect(isFine, `${told.join('\n')}\nexpected ${JSON.stringify(expected)}`).toBe(true);
  };

  for (const step of steps) {
    const before = now;
    if (step.do === 'task') {
      await run(step.task);
      if (step.task.startsWith('brand ')) brands = [...brands, step.task.slice('brand '.length)];
      now = await ours.look();
      told.push(`${JSON.stringify(step)} ${show(now)}`);
      holds(now, [before]);
      continue;
    }
    const meanwhile = async () => {
      const composed = await ours.look();
      await run('hurry');
      await run('one');
      told.push(`composing ${show(composed)}`);
      holds(await ours.look(), [composed]);
    };
    await ours.edit(step, meanwhile);
    now = await ours.look();
    told.push(`${JSON.stringify(step)} ${show(now)}`);
    holds(now, await expectedAfter(step, before));
    seen.add(now.value);
  }

  async function expectedAfter(
    edit: Edit,
    before: Content,
  ): Promise<readonly (Written | Content)[]> {
    // Where a click goes depends on the font.
    if (edit.do === 'click') return [{ value: before.value }];
    const rules = field.rulesWith?.(brands);
    const isUndo = isKeyOf(edit, UNDOES);
    if (rules && isUndo) return [...seen].map((value) => ({ value }));
    if (rules && edit.do === 'drop') {
      return Array.from({ length: before.value.length + 1 }, (_, at) => {
        const value = before.value.slice(0, at) + edit.text + before.value.slice(at);
        const end = at + edit.text.length;
        return writtenBy(edit, before, { value, start: end, end, direction: 'none' }, rules);
      }).flat();
    }
    await bring(plain, before);
    await plain.edit(edit);
    const after = await plain.look();
    if (isUndo) return [after, ...[...seen].map((value) => ({ value }))];
    const isMove = edit.do === 'select' || isKeyOf(edit, MOVES);
    const isNothing = after.value === before.value && edit.do === 'key' && !isWritten(edit.key);
    if (!rules || isMove || isNothing) return [edit.do === 'fill' ? withoutCaret(after) : after];
    const written = writtenBy(edit, before, after, rules);
    return edit.do === 'fill' ? written.map(withoutCaret) : written;
  }
}

/** A plain input that holds this already keeps what it would undo. */
async function bring(plain: Hands, { value, start, end, direction }: Content): Promise<void> {
  const now = await plain.look();
  if (now.value !== value) await plain.fill(value);
  if (now.value !== value || now.start !== start || now.end !== end || now.direction !== direction)
    await plain.select(start, end, direction);
}

const isWritten = (key: string) => key.length === 1;
const withoutCaret = ({ value }: Written): Written => ({ value });

function isOne(content: Content, one: Written | Content): boolean {
  if (content.value !== one.value) return false;
  if ('start' in one) return content.start === one.start && content.end === one.end;
  return !one.carets || (content.start === content.end && one.carets.includes(content.start));
}

/** The value with bars around the selection, or where the caret stands. */
const show = ({ value, start, end }: Content) =>
  `${value.slice(0, start)}|${value.slice(start, end)}${end > start ? '|' : ''}${value.slice(end)}`;
