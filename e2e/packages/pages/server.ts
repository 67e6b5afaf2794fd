/** A page that has the client for servers in it, by mistake. */
import { createClient } from '@payment-widgets/server';

try {
  createClient({ url: location.origin, accessToken: 'a-token-that-everybody-can-read' });
} catch (error) {
  document.title = String(error);
}
