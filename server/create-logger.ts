/** The log: JSON lines without card numbers, wherever in a line one stands. */
import pino, { type DestinationStream, type Logger } from 'pino';
import { maskedText } from '../contract/card-numbers-in-text.ts';

/** Everything that is logged goes this way: paths, headers, errors of other programs. */
export const createLogger = (level: string, destination: DestinationStream): Logger =>
  pino({ level, hooks: { streamWrite: maskLine } }, destination);

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** A shorter text has no room for one, quotes included. */
const SHORTEST = 9;
/** A digit of any script, or what may stand for one. */
const DIGIT = /[\p{Nd}\p{No}%\\]/u;

/** A line of JSON stays one: what is masked in a text or a whole number becomes a text. */
export const maskLine = (line: string): string =>
  line.replace(TOKEN, (token) => {
    if (token.length < SHORTEST || !DIGIT.test(token) || /^-?\d+[.eE]/.test(token)) return token;
    const text = token.startsWith('"') ? textOf(token) : token;
    const masked = maskedText(text);
    return masked === text ? token : JSON.stringify(masked);
  });

function textOf(literal: string): string {
  try {
    return JSON.parse(literal);
  } catch {
    return literal.slice(1, -1);
  }
}
