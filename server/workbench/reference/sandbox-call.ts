/** A request of the reference to the running sandbox, made by the demo merchant's server. */
import { type Endpoint, filledPath } from '../../reference/endpoint.ts';
import type { GatewayAccess } from '../shop-server.ts';

export type Pair = readonly [name: string, value: string];

export interface SandboxRequest {
  readonly method: Endpoint['method'];
  /** With the id filled in and the query, without the gateway's address. */
  readonly path: string;
  /** The body of a POST. */
  readonly pairs: readonly Pair[];
  readonly isAuthorised: boolean;
}

export interface SandboxAnswer {
  /** Absent when there was no answer. */
  readonly status?: number;
  readonly text: string;
  /** What the answer is about, where it says so. */
  readonly id?: string;
}

const LONGEST_ANSWER = 60_000;

export function sandboxRequest(
  endpoint: Endpoint,
  ids: Readonly<Record<string, string>>,
  pairs: readonly Pair[],
): SandboxRequest {
  const { method, caller } = endpoint;
  const filled = filledPath(endpoint, ids);
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  const inBody = method === 'POST';
  return {
    method,
    path: inBody || query === '' ? filled : `${filled}?${query}`,
    pairs: inBody ? pairs : [],
    isAuthorised: caller === 'server',
  };
}

export async function callSandbox(
  gateway: GatewayAccess,
  { method, path, pairs, isAuthorised }: SandboxRequest,
): Promise<SandboxAnswer> {
  const send = gateway.fetch ?? fetch;
  try {
    const response = await send(gateway.url + path, {
      method,
      ...(method === 'POST' && { body: new URLSearchParams(pairs.map(([n, v]) => [n, v])) }),
      headers: isAuthorised ? { Authorization: `Bearer ${gateway.accessToken}` } : {},
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    return { status: response.status, ...shown(await response.text()) };
  } catch {
    return { text: 'The gateway did not answer.' };
  }
}

function shown(text: string): Pick<SandboxAnswer, 'text' | 'id'> {
  try {
    const answer = JSON.parse(text);
    const [first] = answer.aggregations ?? answer.webhooks ?? [];
    const id = answer.id ?? first?.id;
    const lines = JSON.stringify(answer, null, 2).slice(0, LONGEST_ANSWER);
    return { text: lines, ...(typeof id === 'string' && { id }) };
  } catch {
    return { text: text.slice(0, LONGEST_ANSWER) };
  }
}

/** The request for a shell, with the variables of the guides in the place of secrets. */
export function asCurl({ method, path, pairs, isAuthorised }: SandboxRequest): string {
  const lines = [
    `curl ${method === 'DELETE' ? '-X DELETE ' : ''}"$G${path}"`,
    ...(isAuthorised ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...pairs.map(([name, value]) => asArgument(`${name}=${value}`)),
    // Without a pair curl would send a GET.
    ...(method === 'POST' && pairs.length === 0 ? ["-d ''"] : []),
  ];
  return lines.join(' \\\n  ');
}

/** Encoded by curl, and quoted for the shell, where that makes a difference. */
export const asArgument = (pair: string): string =>
  /^[\w.=:/-]*$/.test(pair) ? `-d ${pair}` : `--data-urlencode '${pair.replaceAll("'", `'\\''`)}'`;
