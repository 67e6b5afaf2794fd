import { constructEvent, WebhookError } from '@payment-widgets/server';

export async function POST(request: Request) {
  const { WEBHOOK_SECRET: secret, WEBHOOK_KEY: key } = process.env;
  try {
    const { id, type } = constructEvent(await request.text(), request.headers, {
      ...(secret && { secret }),
      ...(key && { key }),
    });
    console.log('stored', id, type);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return new Response(error.message, { status: 400 });
  }
}
