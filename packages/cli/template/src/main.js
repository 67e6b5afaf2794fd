import { createClient } from '@payment-widgets/server';
import { createOrders } from './orders.js';
import { createShop } from './shop.js';

const { GATEWAY, ENTITY_ID, ACCESS_TOKEN, WEBHOOK_SECRET, PORT = '3000' } = process.env;
for (const name of ['GATEWAY', 'ENTITY_ID', 'ACCESS_TOKEN', 'WEBHOOK_SECRET']) {
  if (!process.env[name]) {
    console.error(`${name} is missing: fill in .env`);
    process.exit(1);
  }
}

const gateway = createClient({
  url: GATEWAY,
  entityId: ENTITY_ID,
  accessToken: ACCESS_TOKEN,
});
const shop = createShop({
  gateway,
  gatewayUrl: GATEWAY,
  orders: createOrders(),
  webhookSecret: WEBHOOK_SECRET,
});
shop.on('error', ({ code, message }) => {
  console.error(
    code === 'EADDRINUSE' ? `Port ${PORT} is taken: set PORT in .env to another one.` : message,
  );
  process.exit(1);
});
shop.listen(Number(PORT), 'localhost', () => {
  console.log(`The shop is at http://localhost:${shop.address().port}`);
});
