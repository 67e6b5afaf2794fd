import pg from 'pg';

/** Statements that a connection keeps prepared, at most: as many as the gateway has, and some. */
const MAX_PREPARED = 300;
/** Longer lists of parameters come in every length, and none of them often. */
const MAX_PARAMETERS = 50;

/** Names are given by this process, the same for all of its connections. */
const names = new Map<string, string>();

/**
 * A connection on which PostgreSQL reads and plans each statement once. Not those that ask for whole
 * rows (`*`): when another instance migrates a table, PostgreSQL refuses to run them again.
 */
export class PreparedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: it takes what the overloads of `pg` take
  override query(...args: any[]): any {
    const [text, values] = args;
    const name = typeof text === 'string' && Array.isArray(values) && nameOf(text, values.length);
    const query = super.query as (...args: unknown[]) => unknown;
    return name ? query.call(this, { name, text, values }) : query.apply(this, args);
  }
}

function nameOf(text: string, parameters: number): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  const isKept = parameters > 0 && parameters <= MAX_PARAMETERS && !text.includes('*');
  if (!isKept || names.size >= MAX_PREPARED) return undefined;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
