import type { GatewayAccess } from './shop-server.ts';

/** A call of the merchant's server and its answer, fit to be shown: the token is masked. */
export interface RecordedCall {
  readonly purpose: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** Absent when there was no answer. */
  readonly status?: number;
  /** JSON with line breaks where it was JSON. */
  readonly answer: string;
}

/** The same gateway, noting every call in `calls`. */
export function recording(
  gateway: GatewayAccess,
  purpose: string,
  calls: RecordedCall[],
): GatewayAccess {
  const send = gateway.fetch ?? fetch;

  async function recordedFetch(url: string, init: RequestInit) {
    const request = {
      purpose,
      method: init.method ?? 'GET',
      url,
      headers: [...new Headers(init.headers)].map(masked),
      parameters: init.body instanceof URLSearchParams ? [...init.body] : [],
    };
    try {
      const response = await send(url, init);
      const text = await response.clone().text();
      calls.push({ ...request, status: response.status, answer: withLineBreaks(text) });
      return response;
    } catch (error) {
      calls.push({ ...request, answer: `No answer: ${reason(error)}` });
      throw error;
    }
  }

  return { ...gateway, fetch: recordedFetch };
}

const masked = ([name, value]: [string, string]): [string, string] =>
  name === 'authorization' ? ['Authorization', 'Bearer ••••••••'] : [name, value];

function withLineBreaks(text: string) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.slice(0, 2000);
  }
}

/** `fetch` says "fetch failed"; why is in the cause. */
function reason(error: unknown) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
