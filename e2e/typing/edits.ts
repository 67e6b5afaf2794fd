/** What people and browsers do to a field, at random, and what the form does meanwhile. */
import fc from 'fast-check';

export type Edit =
  /** A key that writes, deletes, moves or selects. */
  | { readonly do: 'key'; readonly key: string }
  /**
   * Text that comes at once: `put` by a keyboard's suggestion, `paste` from the clipboard, `fill` by a
   * password manager, `compose` by an input method that is done, `cancel` by one that was given up.
   */
  | { readonly do: TextWay; readonly text: string }
  /** From and to are parts of the text's length, 0 to 1; backwards where the first is larger. */
  | { readonly do: 'select'; readonly from: number; readonly to: number }
  /** By the mouse, at a part of the field's width: puts the caret there; or drops a text. */
  | { readonly do: 'click'; readonly at: number }
  | { readonly do: 'drop'; readonly text: string; readonly at: number };

export type TextWay = 'put' | 'paste' | 'fill' | 'compose' | 'cancel';

/** Of the form: `leave` is the shopper, who looks elsewhere and comes back. */
export const TASKS = ['hold', 'hold', 'release', 'one', 'hurry', 'theme', 'leave'] as const;
export type Task = (typeof TASKS)[number] | `brand ${string}`;

export type Step = Edit | { readonly do: 'task'; readonly task: Task };

const WRITES = ['0', '1', '2', '3', '4', '5', '7', '9', 'x', ' ', '/', '-'] as const;
const DELETES = [
  'Backspace',
  'Delete',
  'Control+Backspace',
  'Control+Delete',
  'Control+x',
] as const;
const CARETS = [
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'Control+ArrowLeft',
  'Control+ArrowRight',
];
const SELECTS = ['Control+a', 'Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+Home', 'Shift+End'];
/** Keys that change nothing but the caret and the selection. */
export const MOVES: readonly string[] = [...CARETS, ...SELECTS];
export const UNDOES: readonly string[] = ['Control+z', 'Control+y'];

const key = (...keys: readonly string[]) =>
  fc.constantFrom(...keys).map((name): Edit => ({ do: 'key', key: name }));
const part = fc.integer({ min: 0, max: 20 }).map((twentieths) => twentieths / 20);

/**
 * @param texts what is put, pasted and filled in
 * @param isDropped whether texts are dropped as well
 */
export function stepsOf(
  texts: readonly string[],
  brands: readonly string[],
  isDropped: boolean,
): fc.Arbitrary<Step[]> {
  const text = fc.constantFrom(...texts);
  const way = fc.constantFrom<TextWay>('put', 'paste', 'fill', 'compose', 'cancel');
  const task = fc.constantFrom<Task>(...TASKS, ...brands.map((brand) => `brand ${brand}` as const));
  const step = fc.oneof(
    { weight: 12, arbitrary: key(...WRITES) },
    { weight: 6, arbitrary: key(...DELETES) },
    { weight: 5, arbitrary: key(...CARETS) },
    { weight: 3, arbitrary: key(...SELECTS) },
    { weight: 3, arbitrary: key(...UNDOES) },
    { weight: 5, arbitrary: fc.record({ do: way, text }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('select' as const), from: part, to: part }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('click' as const), at: part }) },
    {
      weight: isDropped ? 1 : 0,
      arbitrary: fc.record({ do: fc.constant('drop' as const), text, at: part }),
    },
    { weight: 10, arbitrary: fc.record({ do: fc.constant('task' as const), task }) },
  );
  return fc.array(step, { minLength: 6, maxLength: 18 });
}
