/** Which gateway is meant, and who asks. */
import { type Client, createClient, RequestError } from '@payment-widgets/server';
import { NotDoneError, UsageError } from './usage.ts';

export interface Flags {
  readonly gateway?: string | undefined;
  readonly entity?: string | undefined;
  readonly token?: string | undefined;
}

export interface Access {
  readonly client: Client;
  readonly url: string;
}

/** @throws UsageError naming what is missing, and where it is had from */
export function accessFrom(flags: Flags, env: NodeJS.ProcessEnv): Access {
  const url = flags.gateway ?? env['GATEWAY'] ?? 'http://127.0.0.1:8080';
  const accessToken = flags.token ?? env['ACCESS_TOKEN'];
  const entityId = flags.entity ?? env['ENTITY_ID'];
  if (!accessToken) {
    throw new UsageError(
      'whose? Give --token or ACCESS_TOKEN: npm start of the gateway prints it, npm run admin -- demo once more',
    );
  }
  if (!URL.canParse(url)) throw new UsageError(`--gateway is no address: ${url}`);
  const client = createClient({ url, accessToken, ...(entityId && { entityId }) });
  return { client, url };
}

/**
 * A checkout's id tells where its channel lives. The one that is made for it is ended at once.
 * @throws NotDoneError on a live channel
 */
export async function refuseLive({ client }: Access): Promise<void> {
  const { id } = await client.checkouts.create({
    amount: '1.00',
    currency: 'EUR',
    paymentType: 'DB',
  });
  await client.checkouts.delete(id);
  if (id.includes('.prod')) {
    throw new NotDoneError('this is a live channel: listen and trigger are for test channels');
  }
}

/** A refusal of the gateway, in its own words. */
export const wordsOf = (error: unknown): string =>
  error instanceof RequestError || error instanceof Error ? error.message : String(error);
