import type { FastifyInstance } from 'fastify';
import { cartPage } from '../pages/cart.ts';
import { homePage } from '../pages/home.ts';
import { productPage } from '../pages/product.ts';
import { sendPage } from '../pages/send-page.ts';
import { cartCookie, quantityOf, readCart, withChosen, withQuantity } from './cart.ts';
import { formValue } from './form-value.ts';
import { findProduct } from './products.ts';
import { visitOf } from './visit.ts';

/** The shelf and the cart. The cart is a cookie, so these routes keep nothing. */
export function addBrowseRoutes(app: FastifyInstance): void {
  app.get('/', (request, reply) => sendPage(reply, homePage(visitOf(request))));

  app.get('/products/:id', (request, reply) => {
    const product = findProduct(formValue(request.params, 'id'));
    if (!product) return reply.callNotFound();
    return sendPage(reply, productPage(product, visitOf(request)));
  });

  app.get('/cart', (request, reply) =>
    sendPage(reply, cartPage(readCart(request.headers.cookie), visitOf(request))),
  );

  app.post('/cart/add', (request, reply) => {
    const cart = readCart(request.headers.cookie);
    const product = findProduct(formValue(request.body, 'product'));
    if (!product) return reply.callNotFound();
    const more = withQuantity(cart, product, quantityOf(cart, product) + 1);
    return reply.header('set-cookie', cartCookie(more)).redirect('/cart', 303);
  });

  app.post('/cart/set', (request, reply) => {
    const chosen = withChosen(readCart(request.headers.cookie), request.body);
    if (!chosen) return reply.callNotFound();
    const isCheckingOut = formValue(request.body, 'checkOut') !== undefined;
    const next = isCheckingOut ? '/checkout' : '/cart';
    return reply.header('set-cookie', cartCookie(chosen)).redirect(next, 303);
  });
}
