/**
 * When a schedule is due: the parameters `job.*`, fields of a cron expression, in UTC. A second, a minute
 * and an hour are single ones, so a schedule pays once a day at most.
 */
import { DATE, type Format, pattern } from './format.ts';

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const DAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');
const DAY_MS = 24 * 60 * 60_000;
/** No expression without years that is ever due is not due for longer: 29 February, over a year 2100. */
const LONGEST_GAP_DAYS = 9 * 366;
/** The last year that can be named is over. */
const END_OF_YEARS = Date.UTC(2100, 0);

/** Lists of values, ranges and steps: `1,15`, `MON-FRI`, `1/3`, `*`. */
function list(value: string, words: string, others = ''): Format {
  const term = `(?:\\*|(?:${value})(?:-(?:${value}))?)(?:/[1-9][0-9]?)?`;
  return pattern(
    `${others}${term}(?:,${term})*`,
    `${words}, with lists (a,b), ranges (a-b), steps (a/n) and * for any`,
  );
}

const upTo = (last: number, tens: string) =>
  pattern(tens, `a whole number from 0 to ${last}: a schedule pays once a day at most`);

/** What was sent, by name. */
type Job = Readonly<Record<string, string>>;

/** By the names that the parameters have behind `job.`. */
export const JOB_FORMATS = {
  second: upTo(59, '[1-5]?[0-9]|0[0-9]'),
  minute: upTo(59, '[1-5]?[0-9]|0[0-9]'),
  hour: upTo(23, '1?[0-9]|0[0-9]|2[0-3]'),
  dayOfMonth: list(
    '0?[1-9]|[12][0-9]|3[01]',
    'days from 1 to 31, L for the last one, or ? for any',
    'L|\\?|',
  ),
  month: list(`0?[1-9]|1[0-2]|${MONTHS.join('|')}`, 'months from 1 to 12 or JAN to DEC'),
  // Gateways of this family count them from 0 or from 1: only a name is sure.
  dayOfWeek: list(DAYS.join('|'), 'days by name, SUN to SAT, or ? for any', '\\?|'),
  year: list('20[0-9]{2}', 'years'),
} as const satisfies Readonly<Record<string, Format>>;

/** `job.startDate` and `job.endDate`: a day, or a moment of it. */
export const JOB_DATE: Format = {
  words: 'a moment as yyyy-MM-dd HH:mm:ss, or a day as yyyy-MM-dd, in UTC',
  check: (value) =>
    DATE.check?.(value.slice(0, 10)) === true && !Number.isNaN(momentOf(value, '00:00:00')),
  pattern: '[0-9]{4}-[0-9]{2}-[0-9]{2}(?: [0-9]{2}:[0-9]{2}:[0-9]{2})?',
};

/** Epoch milliseconds. */
const momentOf = (value: string, timeOfDay: string): number =>
  Date.parse(`${value.length > 10 ? value.replace(' ', 'T') : `${value}T${timeOfDay}`}Z`);

/** Epoch milliseconds of `job.endDate`; a day ends with its last second. */
export const endOf = ({ 'job.endDate': end }: Job): number =>
  end === undefined ? Number.POSITIVE_INFINITY : momentOf(end, '23:59:59');

/** Epoch milliseconds of `job.startDate`. */
export const startOf = ({ 'job.startDate': start }: Job): number =>
  start === undefined ? 0 : momentOf(start, '00:00:00');

/**
 * The first time that is due after a moment, both epoch milliseconds; undefined where there is none.
 * @param parameters each right by itself
 */
export function nextTime(parameters: Job, after: number): number | undefined {
  const from = Math.max(after + 1, startOf(parameters));
  const gap = from + LONGEST_GAP_DAYS * DAY_MS;
  const furthest = parameters['job.year'] === undefined ? gap : Math.max(gap, END_OF_YEARS);
  const to = Math.min(endOf(parameters), furthest);
  return dueBetween(parameters, from, to, 1);
}

/**
 * The last time that is due after one that is, and up to now; undefined where there is none. It is looked
 * for from now back, so a clock that was moved far makes no long way.
 */
export const latestTime = (parameters: Job, after: number, now: number): number | undefined =>
  dueBetween(parameters, after + 1, Math.min(endOf(parameters), now), -1);

/** The first time on the way through the days, or through them backwards; both moments are in it. */
function dueBetween(
  parameters: Job,
  earliest: number,
  latest: number,
  step: 1 | -1,
): number | undefined {
  const isDue = dueDays(parameters);
  const [hour = 0, minute = 0, second = 0] = ['hour', 'minute', 'second'].map((name) =>
    Number(parameters[`job.${name}`] ?? 0),
  );
  const timeOfDay = ((hour * 60 + minute) * 60 + second) * 1000;
  const firstDay = Math.floor(earliest / DAY_MS);
  const lastDay = Math.floor(latest / DAY_MS);
  let day = step === 1 ? firstDay : lastDay;
  while (day >= firstDay && day <= lastDay) {
    const at = day * DAY_MS + timeOfDay;
    const date = new Date(at);
    if (!isDue.year(date) || !isDue.month(date)) {
      // A month, or a year, that is not meant is passed over at once.
      const [edge, outermost] = step === 1 ? [1, 11] : [0, 0];
      const month = isDue.year(date) ? date.getUTCMonth() : outermost;
      // The day before the first of a month is the last one of the month before.
      day = Date.UTC(date.getUTCFullYear(), month + edge, edge) / DAY_MS;
      continue;
    }
    if (at >= earliest && at <= latest && isDue.day(date)) return at;
    day += step;
  }
  return undefined;
}

function dueDays(parameters: Job) {
  const field = (name: keyof typeof JOB_FORMATS, values: Values) =>
    matcher(parameters[`job.${name}`] ?? '*', values);
  const isDay = field('dayOfMonth', { lowest: 1, highest: 31 });
  const isMonth = field('month', { lowest: 1, highest: 12, names: ['', ...MONTHS] });
  const isWeekday = field('dayOfWeek', { lowest: 0, highest: 6, names: DAYS });
  const isYear = field('year', { lowest: 0, highest: 9999 });
  return {
    year: (date: Date) => isYear(date.getUTCFullYear()),
    month: (date: Date) => isMonth(date.getUTCMonth() + 1),
    day(date: Date) {
      const isLast = new Date(date.getTime() + DAY_MS).getUTCDate() === 1;
      return isWeekday(date.getUTCDay()) && isDay(date.getUTCDate(), isLast);
    },
  };
}

interface Values {
  readonly lowest: number;
  readonly highest: number;
  /** From 0 on, where they may be named. */
  readonly names?: readonly string[];
}

function matcher(expression: string, { lowest, highest, names = [] }: Values) {
  const span = highest - lowest + 1;
  const numberOf = (value: string) =>
    names.includes(value) ? names.indexOf(value) : Number(value);
  const terms = expression.split(',').map((term) => {
    const [range = '', step] = term.split('/');
    const [first = '', last] = range.split('-');
    const from = first === '*' ? lowest : numberOf(first);
    const isOpen = first === '*' || step !== undefined;
    const to = last === undefined ? (isOpen ? highest : from) : numberOf(last);
    // From December to February goes over the end.
    return { from, length: (to - from + span) % span, step: Number(step ?? 1) };
  });
  return (value: number, isLast = false): boolean => {
    if (expression === '?') return true;
    if (expression === 'L') return isLast;
    return terms.some(({ from, length, step }) => {
      const distance = (value - from + span) % span;
      return distance <= length && distance % step === 0;
    });
  };
}
