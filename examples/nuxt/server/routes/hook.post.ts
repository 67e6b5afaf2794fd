import { constructEvent, WebhookError } from '@payment-widgets/server';

export default defineEventHandler(async (event) => {
  const { WEBHOOK_SECRET: secret, WEBHOOK_KEY: key } = process.env;
  // Webhooks are proved by their bytes.
  const body = (await readRawBody(event)) ?? '';
  try {
    const { id, type } = constructEvent(body, getRequestHeaders(event), {
      ...(secret && { secret }),
      ...(key && { key }),
    });
    console.log('stored', id, type);
    setResponseStatus(event, 204);
    return null;
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    setResponseStatus(event, 400);
    return error.message;
  }
});
