import { cookieOf, keptCookie } from './cookie.ts';
import { formValue } from './form-value.ts';
import { PRODUCTS, type Product } from './products.ts';

export interface CartLine {
  readonly product: Product;
  readonly quantity: number;
}
/** In the order of the shelf; no line without a quantity. */
export type Cart = readonly CartLine[];

export const MAX_QUANTITY = 9;
const COOKIE = 'shop-cart';

/** The cart in a request's `Cookie` header. What is not a product or a sensible number is left out. */
export function readCart(cookieHeader: string | undefined): Cart {
  const value = cookieOf(cookieHeader, COOKIE);
  const quantities = new Map(
    (value ?? '').split('.').map((line) => {
      const [id = '', quantity = ''] = line.split('-');
      return [id, quantityFrom(quantity) ?? 0];
    }),
  );
  return PRODUCTS.map((product) => ({ product, quantity: quantities.get(product.id) ?? 0 })).filter(
    ({ quantity }) => quantity > 0,
  );
}

/** The `Set-Cookie` header that keeps the cart, or ends it when it is empty. */
export function cartCookie(cart: Cart): string {
  const value = cart.map(({ product, quantity }) => `${product.id}-${quantity}`).join('.');
  const age = cart.length > 0 ? 30 * 24 * 3600 : 0;
  return keptCookie(COOKIE, value, age);
}

/** A quantity as a form sends it: 0 to {@link MAX_QUANTITY}, `undefined` for anything else. */
export const quantityFrom = (text: string | undefined): number | undefined =>
  text !== undefined && /^[0-9]$/.test(text) ? Number(text) : undefined;

/** What a form calls the quantity of a product. */
export const quantityField = ({ id }: Product): string => `quantity.${id}`;

/**
 * The cart with the quantities that its form sends; `undefined` where one of them is none. A product
 * that the form does not name stays as it is.
 */
export function withChosen(cart: Cart, form: unknown): Cart | undefined {
  const removed = formValue(form, 'remove');
  let chosen = cart;
  for (const product of PRODUCTS) {
    const typed = product.id === removed ? '0' : formValue(form, quantityField(product));
    if (typed === undefined) continue;
    const quantity = quantityFrom(typed);
    if (quantity === undefined) return undefined;
    chosen = withQuantity(chosen, product, quantity);
  }
  return chosen;
}

export function withQuantity(cart: Cart, product: Product, quantity: number): Cart {
  const kept = Math.min(quantity, MAX_QUANTITY);
  return PRODUCTS.map((each) =>
    each === product
      ? { product, quantity: kept }
      : { product: each, quantity: quantityOf(cart, each) },
  ).filter((line) => line.quantity > 0);
}

export const quantityOf = (cart: Cart, product: Product): number =>
  cart.find((line) => line.product.id === product.id)?.quantity ?? 0;

export const pieces = (cart: Cart): number => cart.reduce((sum, line) => sum + line.quantity, 0);

/** In cents. */
export const total = (cart: Cart): number =>
  cart.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
