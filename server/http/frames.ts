/**
 * `GET /v1/frames/{release}/{checkoutId}/{number,cvv,iban}.html`: the documents that shoppers type their
 * cards and bank accounts into. The gateway writes the brands' rules and the sealing key into them, so that a frame
 * takes neither from the page (D9), and into that of the number the words of a form without its data. They are
 * of one checkout: never kept by a cache. `POST …/typed`: one of them was begun to be filled in.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { RuleTable } from '../../contract/brand-rules.ts';
import type { FrameQuery } from '../../contract/frame-query.ts';
import type { EarlyWords } from '../../contract/messages.ts';
import { translationFor } from '../../locales/translations.ts';
import {
  deviceOf,
  findRelease,
  type Release,
  RULES_PLACEHOLDER,
} from '../gateway/checkout/index.ts';
import {
  type ChannelFont,
  type ChannelSettings,
  channelRules,
  isOpenToAnyPage,
  isPlainOrigin,
  listedOrigins,
  offeredCardBrands,
  pageWatchOf,
  rulesWithOthers,
} from '../gateway/entities/index.ts';
import { fontFaces } from '../gateway/fonts/index.ts';
import { IBAN_LENGTHS } from '../gateway/order/index.ts';
import { cspReportPath } from '../gateway/page-watch/index.ts';
import { existingCheckout } from '../gateway/records/index.ts';
import { channelNow } from '../store/clock.ts';
import type { Context } from './context.ts';
import { type EncodedBody, encodeBody, sendEncoded } from './encoded-body.ts';
import { noSuchPath } from './error-answer.ts';
import { single } from './request-values.ts';

interface FrameRoute {
  Params: { release: string; checkoutId: string };
  Querystring: FrameQuery;
}

type FrameDocument = 'numberFrame' | 'cvvFrame' | 'ibanFrame';

interface Frame {
  readonly body: EncodedBody;
  readonly scriptHashes: string;
  /** Of the channel's fonts; absent without any. */
  readonly styleHash?: string;
}

/** Where the build leaves room for the sealing key. */
const KEY_PLACEHOLDER = '__SEALING_KEY__';
const WORDS_PLACEHOLDER = '__WORDS__';
/** Different documents in memory: by release, sealing key and the rules of a form's brands. */
const KNOWN_FRAMES = 1000;

export function frameRoutes(app: FastifyInstance, context: Context): void {
  const { gateway, visits } = context;
  const { db, vault, publicUrl } = gateway;
  const frames = new LRUCache<string, Promise<Frame>>({ max: KNOWN_FRAMES });

  const frameOf = async (
    id: string,
    document: FrameDocument,
    rules: object,
    words: string,
    fonts: readonly ChannelFont[],
  ): Promise<Frame> => {
    const key = await vault.currentSealingKey(db);
    const encodedRules = JSON.stringify(rules);
    const faces = fontFaces(fonts, '');
    const cacheKey = [id, document, key.kid, encodedRules, words, faces].join(' ');
    const known = frames.get(cacheKey);
    if (known) return known;
    const release: Release | undefined =
      id === context.release.id ? context.release : await findRelease(db, id);
    const html = release?.[document];
    if (!html) throw noSuchPath();
    const made = makeFrame(html, JSON.stringify(key), encodedRules, words, faces);
    frames.set(cacheKey, made);
    made.catch(() => frames.delete(cacheKey));
    return made;
  };

  const serve =
    (document: FrameDocument) =>
    async (request: FastifyRequest<FrameRoute>, reply: FastifyReply) => {
      const { release, checkoutId } = request.params;
      const { id, settings } = (await existingCheckout(db, checkoutId)).channel;
      const reportsTo = pageWatchOf(settings) && `${publicUrl()}${cspReportPath(id)}`;
      const rules = RULES[document](settings, request.query);
      const words = document === 'numberFrame' ? earlyWords(settings, request.query) : '';
      const frame = await frameOf(release, document, rules, words, settings.fonts);
      reply
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', policy(frame, settings, reportsTo))
        .header('cross-origin-embedder-policy', 'require-corp')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('referrer-policy', 'origin')
        .header('x-content-type-options', 'nosniff')
        .type('text/html; charset=utf-8');
      if (reportsTo) reply.header('reporting-endpoints', `${REPORTS}="${reportsTo}"`);
      return sendEncoded(request, reply, frame.body);
    };
  const path = '/v1/frames/:release/:checkoutId';
  app.get<FrameRoute>(`${path}/number.html`, { helmet: false }, serve('numberFrame'));
  app.get<FrameRoute>(`${path}/cvv.html`, { helmet: false }, serve('cvvFrame'));
  app.get<FrameRoute>(`${path}/iban.html`, { helmet: false }, serve('ibanFrame'));
  app.post<FrameRoute>(`${path}/typed`, async (request, reply) => {
    const { id, channel } = await existingCheckout(db, request.params.checkoutId);
    visits.noteTyped({
      checkoutId: id,
      device: deviceOf(request.headers['user-agent']),
      at: channelNow(channel.clockOffsetMs),
    });
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

/**
 * The rules of the brands that the page names and the channel offers, of all of these without names;
 * those of other brands only where the page wants to be told of them.
 */
function rulesFor(settings: ChannelSettings, query: FrameQuery): RuleTable {
  const named = single(query.brands)?.split(',');
  const offered = offeredCardBrands(settings);
  const codes = named ? offered.filter((code) => named.includes(code)) : offered;
  const rules = single(query.others) === 'all' ? rulesWithOthers : channelRules;
  return rules(settings, codes, single(query.ranges) === 'all');
}

/** What each document says of values that are valid. */
const RULES: Readonly<
  Record<FrameDocument, (settings: ChannelSettings, query: FrameQuery) => object>
> = {
  numberFrame: rulesFor,
  cvvFrame: () => ({}),
  ibanFrame: () => IBAN_LENGTHS,
};

/** What a form says before its data have come, or without them. */
const EARLY_KEYS = [
  ...(['loadFailed', 'formUnavailable', 'tryAgain', 'brand', 'cardNumber'] as const),
  ...(['expiryDate', 'cvv', 'cardHolder', 'submit'] as const),
];

/** These in the language that the page asks for; '' for English, which the form has itself. */
function earlyWords({ languages }: ChannelSettings, query: FrameQuery): string {
  const { language, direction, texts } = translationFor(single(query.locale), languages);
  if (/^en\b/.test(language)) return '';
  const few = Object.fromEntries(EARLY_KEYS.map((key) => [key, texts[key] ?? '']));
  return JSON.stringify({ ...few, language, direction } satisfies EarlyWords);
}

/** What the policy calls the place that its violations are reported to: the gateway, and no other. */
const REPORTS = 'csp';

/**
 * Names the inline scripts by their hashes, the gateway, and its fonts where the channel has some; it
 * allows nothing else. A channel that lists its origins
 * is embedded by these alone; `null` cannot be said there, so a channel that lists it names none.
 */
const policy = (
  { scriptHashes, styleHash }: Frame,
  settings: ChannelSettings,
  reportsTo: string | undefined,
): string =>
  [
    "default-src 'none'",
    `script-src ${scriptHashes}`,
    // To tell that it is typed in: the gateway, which has what is typed in any case.
    "connect-src 'self'",
    ...(styleHash ? [`style-src ${styleHash}`, "font-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    ...(isOpenToAnyPage(settings)
      ? []
      : [`frame-ancestors ${plainOrigins(settings).join(' ') || "'none'"}`]),
    ...(reportsTo ? [`report-uri ${reportsTo}`, `report-to ${REPORTS}`] : []),
  ].join('; ');

const plainOrigins = (settings: ChannelSettings): string[] =>
  listedOrigins(settings).filter(isPlainOrigin);

/** JSON as it stands in a document between single quotes: its own double ones stay as they are. */
const inAttribute = (json: string) => json.replaceAll('&', '&amp;').replaceAll("'", '&#39;');

const hashOf = (inline: string): string =>
  `'sha256-${createHash('sha256').update(inline).digest('base64')}'`;

/** Puts the key, the rules, the words and the fonts in. */
async function makeFrame(
  html: string,
  key: string,
  rules: string,
  words: string,
  faces: string,
): Promise<Frame> {
  const scripts = [...html.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)];
  return {
    body: await encodeBody(
      html
        .replace(KEY_PLACEHOLDER, () => inAttribute(key))
        .replace(RULES_PLACEHOLDER, () => inAttribute(rules))
        .replace(WORDS_PLACEHOLDER, () => inAttribute(words))
        .replace('</title>', (end) => (faces ? `${end}<style>${faces}</style>` : end)),
    ),
    scriptHashes: scripts.map(([, script = '']) => hashOf(script)).join(' '),
    ...(faces && { styleHash: hashOf(faces) }),
  };
}
