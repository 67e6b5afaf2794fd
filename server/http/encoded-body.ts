/** A text that is compressed once and served many times. */
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

type Coding = 'br' | 'gzip' | 'identity';
export type EncodedBody = Readonly<Record<Coding, Buffer>>;

export async function encodeBody(text: string): Promise<EncodedBody> {
  const identity = Buffer.from(text, 'utf8');
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  return { br, gzip: gz, identity };
}

/** Sends the form of the body that the client takes. */
export function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  body: EncodedBody,
): FastifyReply {
  const coding = chooseCoding(request.headers['accept-encoding'] ?? '');
  reply.header('vary', 'accept-encoding');
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(body[coding]);
}

/** Browsers send a handful of different headers; the bound is for other clients. */
const CHOSEN = new LRUCache<string, Coding>({ max: 100 });

/** The smallest coding that the header lists and does not rule out with `q=0`. */
export function chooseCoding(acceptEncoding: string): Coding {
  const chosen = CHOSEN.get(acceptEncoding) ?? readCoding(acceptEncoding);
  CHOSEN.set(acceptEncoding, chosen);
  return chosen;
}

function readCoding(acceptEncoding: string): Coding {
  const listed = (coding: string) =>
    new RegExp(`(?:^|[,\\s])${coding}(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))(?=[\\s,;]|$)`, 'i').test(
      acceptEncoding,
    );
  if (listed('br')) return 'br';
  return listed('gzip') ? 'gzip' : 'identity';
}
