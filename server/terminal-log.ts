/**
 * The log as a person reads it at a terminal: one line a request, warnings and errors in colour. It is made
 * of the log's own lines, from which card numbers are gone already.
 */

import { LRUCache } from 'lru-cache';
import type { DestinationStream } from 'pino';

export type Paint = (colour: 'red' | 'yellow', text: string) => string;

const WARN = 40;
const ERROR = 50;
const LEVELS: Readonly<Record<number, string>> = { 40: 'WARN  ', 50: 'ERROR ', 60: 'FATAL ' };
/** Requests under way; of one that is forgotten the line has no method and path. */
const MOST_UNDER_WAY = 10_000;

interface Entry {
  readonly level: number;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly msg?: string;
  readonly reqId?: string;
  readonly req?: { readonly method: string; readonly url: string };
  readonly res?: { readonly statusCode: number };
  readonly responseTime?: number;
  readonly err?: { readonly stack?: string; readonly message?: string };
  readonly [field: string]: unknown;
}

/**
 * @param write takes the text of whole lines
 * @param paint gives a text its colour, or leaves it as it is
 */
export function terminalLog(write: (text: string) => void, paint: Paint): DestinationStream {
  const underWay = new LRUCache<string, string>({ max: MOST_UNDER_WAY });

  const line = (entry: Entry): string | undefined => {
    const { level, time, reqId = '', req, res, responseTime = 0 } = entry;
    if (req) {
      underWay.set(reqId, `${req.method} ${req.url}`);
      if (level < WARN) return undefined;
    }
    const at = new Date(time).toISOString().slice(11, 19);
    if (res) {
      const asked = underWay.get(reqId) ?? 'request';
      underWay.delete(reqId);
      return `${at}  ${asked} → ${res.statusCode}, ${Math.round(responseTime)} ms`;
    }
    const request = underWay.get(reqId);
    const said = [entry.msg ?? '', ...(request ? [`(${request})`] : []), ...facts(entry)];
    const { stack } = entry.err ?? {};
    const where = stack ? `\n${stack.replace(/^/gm, '    ')}` : '';
    return `${at}  ${LEVELS[level] ?? ''}${said.join(' ')}${where}`;
  };

  return {
    write(json) {
      const entry = parsed(json);
      const text = entry ? line(entry) : json.trimEnd();
      if (text === undefined) return;
      const shown = withoutControls(text);
      const { level = 0 } = entry ?? {};
      write(
        `${level >= ERROR ? paint('red', shown) : level >= WARN ? paint('yellow', shown) : shown}\n`,
      );
    },
  };
}

const KNOWN = 'level time pid hostname msg reqId req res responseTime err entity token'.split(' ');

/** What else an entry says: `channel=1234`. */
const facts = (entry: Entry): string[] =>
  Object.entries(entry)
    .filter(([name]) => !KNOWN.includes(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);

function parsed(json: string): Entry | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A path or a header must not move the cursor of who reads it. Lines of a stack stay lines. */
const withoutControls = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) =>
    sign === '\n' ? sign : `\\u${sign.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  );
