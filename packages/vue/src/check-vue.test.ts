import { expect, it, vi } from 'vitest';
import { createSSRApp, h } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { PaymentElement } from './components.ts';

vi.mock('vue', async (original) => ({
  ...(await original<typeof import('vue')>()),
  version: '2.7.16',
}));

it('a Vue that is too old is named, with what to do', async () => {
  const form = { gateway: 'https://gateway.example', checkoutId: '1' };
  const app = createSSRApp({ render: () => h(PaymentElement, form) });
  app.config.warnHandler = () => undefined;
  await expect(renderToString(app)).rejects.toThrow(
    /needs Vue 3\.3 or later, this page has 2\.7\.16: npm install vue@latest/,
  );
});
