/** What the list of commands says that each takes. The list that people read is the rule that words are held to. */
import { nearestName } from '../../contract/nearest-name.ts';
import { type CommandOptions, UsageError } from './admin-command.ts';

/** One way to write a command. */
export interface Form {
  readonly command: string;
  /** As it stands in the list, with what is said of it. */
  readonly text: string;
  /** Without those that may be left out: `ID`, or `merchant|division|channel`. */
  readonly needed: readonly string[];
  readonly most: number;
  readonly options: readonly string[];
  /** Whether its last value comes by the standard input: what is typed in its place is not shown. */
  readonly isSecret: boolean;
}

/** What an option is given; where it can be given again, all of it. */
type Given = Record<string, string | string[]>;

const REPEATED = ['set'];
const OPTION = /--([a-z]+) +\S+/g;
const wordsOf = (text: string): string[] =>
  text
    .replace(OPTION, ' ')
    .split(' ')
    .filter((word) => word !== '');

function withoutOptional(text: string): string {
  const shorter = text.replace(/\[[^[\]]*\]/g, ' ');
  return shorter === text ? text : withoutOptional(shorter);
}

/** Lines that only show a command with values of its own: `channel set ID connector='{…}'`. */
const isExample = ({ needed }: Form): boolean => needed.some((word) => word.includes("='"));

/** @param isCommand whether the name is a whole one: most have two words, some have one */
export function formsOf(usage: string, isCommand: (name: string) => boolean): readonly Form[] {
  // A line that is further in goes on with the one before it.
  const texts = usage.split(/\n(?= {2}\S)/).slice(1);
  return texts.map((text) => {
    const written = text
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/)[0] ?? '')
      .filter((line, n) => n === 0 || line.startsWith('[--'))
      .join(' ')
      .replaceAll(']...', '...]');
    const [noun = '', verb = ''] = written.split(' ');
    const command = isCommand(noun) ? noun : `${noun} ${verb}`;
    const taken = written.slice(command.length);
    const all = wordsOf(taken.replace(/[[\]]/g, ' '));
    return {
      command,
      text: text.trimEnd(),
      needed: wordsOf(withoutOptional(taken)),
      most: all.some((word) => word.endsWith('...')) ? Number.POSITIVE_INFINITY : all.length,
      options: [...taken.matchAll(OPTION)].map(([, name = '']) => name),
      isSecret: text.includes('standard input'),
    };
  });
}

/** What is wrong with the words, for one way to write the command. */
interface Fault {
  readonly form: Form;
  /** The further, the likelier is the form what was meant. */
  readonly at: number;
  /** What is to stand there; undefined where nothing is. */
  readonly wanted?: string;
}

const isThere = (word: string | undefined): boolean => word !== undefined && word.trim() !== '';
/** `made|not-made`, or the word itself: all else in the list is in capitals. */
const isChoice = (wanted: string): boolean => /^[a-z]/.test(wanted);

function faultOf(form: Form, words: readonly string[]): Fault | undefined {
  const at = form.needed.findIndex((wanted, n) => {
    const word = words[n];
    return !isThere(word) || (isChoice(wanted) && !wanted.split('|').includes(word ?? ''));
  });
  const wanted = form.needed[at];
  if (wanted !== undefined) return { form, at, wanted };
  return words.length > form.most ? { form, at: form.most } : undefined;
}

/** @param faults of the forms that come nearest, all at the same place */
function explain(faults: readonly Fault[], word: string | undefined): string {
  const forms = faults.map(({ form }) => form);
  const [{ command, isSecret } = { command: '', isSecret: false }] = forms;
  const wanted = [...new Set(faults.flatMap((fault) => fault.wanted?.split('|') ?? []))].join(
    ' or ',
  );
  const shown = isSecret ? 'that' : `"${word}"`;
  if (!isThere(word)) return `${command} needs ${wanted}`;
  if (wanted !== '') return `${command} takes ${wanted} here, and not ${shown}`;
  if (isSecret) return `${command} reads the value from the standard input`;
  return `${command} does not take the word ${shown}: a name of several words is put in quotes`;
}

/**
 * Holds what follows a command's name to the list.
 * @param forms of this command
 * @param given names and values of its options, in the order written; undefined where one has no value
 * @throws UsageError naming the word or option that is missing, empty, unknown or one too many
 */
export function checkCommand(
  forms: readonly Form[],
  words: readonly string[],
  given: readonly (readonly [name: string, value: string | undefined])[],
): CommandOptions {
  const rules = forms.filter((form) => !isExample(form));
  const command = forms[0]?.command ?? '';
  const refuseOption = (option: string, known: readonly string[]): never => {
    const nearest = nearestName(option, known);
    const meant = nearest === undefined ? '' : `. Did you mean --${nearest}?`;
    return refuse(`${command} has no option --${option} here${meant}`, forms);
  };
  // Before the words: what follows an option that is wrong was read as one of them.
  const ofAnyForm = rules.flatMap(({ options }) => options);
  const unknown = given.find(([option]) => !ofAnyForm.includes(option));
  if (unknown) refuseOption(unknown[0], ofAnyForm);
  const bare = given.find(([, value]) => value === undefined);
  if (bare) refuse(`--${bare[0]} has no value`, forms);
  const faults = rules.flatMap((form) => faultOf(form, words) ?? []);
  const fitting = rules.filter((form) => !faults.some((fault) => fault.form === form));
  if (fitting.length === 0) {
    const furthest = Math.max(...faults.map(({ at }) => at));
    const nearest = faults.filter(({ at }) => at === furthest);
    refuse(
      explain(nearest, words[furthest]),
      nearest.map(({ form }) => form),
    );
  }
  const known = fitting.flatMap(({ options }) => options);
  const values: Given = {};
  for (const [option, value = ''] of given) {
    if (!known.includes(option)) refuseOption(option, known);
    const before = values[option];
    const isRepeated = REPEATED.includes(option);
    if (before !== undefined && !isRepeated) refuse(`--${option} is there twice`, fitting);
    values[option] = isRepeated ? [before ?? [], value].flat() : value;
  }
  return values as CommandOptions;
}

function refuse(why: string, forms: readonly Form[]): never {
  throw new UsageError([why, ...forms.map(({ text }) => text)].join('\n'));
}
