/** The shop on a port of its own, with what it shipped. */
import { once } from 'node:events';
import { createOrders } from '../../src/orders.js';
import { createShop } from '../../src/shop.js';

export const SECRET = `whsec_${Buffer.from('a secret of tests, 32 bytes long').toString('base64')}`;

export async function openShop(gateway, gatewayUrl, webhookSecret = SECRET) {
  const shipped = [];
  const shop = createShop({
    gateway,
    gatewayUrl,
    orders: createOrders(),
    webhookSecret,
    ship: (order) => shipped.push(order.id),
  });
  shop.listen(0, 'localhost');
  await once(shop, 'listening');
  const url = `http://localhost:${shop.address().port}`;
  return {
    url,
    shipped,
    close: () => shop.close(),
    text: async (path, options) => (await fetch(url + path, options)).text(),
    /** Buys the mug; answers the checkout's id. */
    async buy() {
      const page = await (await fetch(`${url}/checkout`, { method: 'POST' })).text();
      return /checkoutId=([\w.-]+)"/.exec(page)[1];
    },
  };
}
