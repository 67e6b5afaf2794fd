import { type GatewayAccess, GatewayError } from '../shop-server.ts';

/** A call of the merchant's server to the gateway. Throws {@link GatewayError} for a refusal too. */
export async function callGateway(
  { url, entityId, accessToken, fetch: send = fetch }: GatewayAccess,
  method: 'GET' | 'POST',
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const parameters = new URLSearchParams({ entityId, ...fields });
  const address = `${url}${path}${method === 'GET' ? `?${parameters}` : ''}`;
  const response = await send(address, {
    method,
    headers: { Authorization: `Bearer ${accessToken}` },
    ...(method === 'POST' && { body: parameters }),
    signal: AbortSignal.timeout(40_000),
  }).catch((cause: unknown) => {
    throw new GatewayError(`The gateway at ${url} does not answer.`, { cause });
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) {
    throw new GatewayError(`The gateway refused the call: ${JSON.stringify(answer['result'])}`);
  }
  return answer;
}
