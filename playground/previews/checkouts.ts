/** Real checkouts for previews. One that is not paid serves every preview, while it lives. */
import type { FormStateOnShow } from './states.ts';

/** Less than the half hour of a checkout. */
const KEPT_MS = 20 * 60_000;

const kept = new Map<string, { readonly id: Promise<string>; readonly at: number }>();

/** @throws Error with what the workbench answered */
export async function checkoutFor({ sample, isPaid, isOver }: FormStateOnShow): Promise<string> {
  // Of the right form, and none that there is.
  if (isOver) return `${'0'.repeat(32)}.uat01-vm-tx01`;
  if (isPaid) return create(JSON.stringify(sample));
  const body = JSON.stringify(sample);
  const known = kept.get(body);
  if (known && performance.now() - known.at < KEPT_MS) return known.id;
  const id = create(body);
  kept.set(body, { id, at: performance.now() });
  id.catch(() => kept.delete(body));
  return id;
}

/** Ends one: it is over from now on, as after half an hour. */
export async function endCheckout(id: string): Promise<void> {
  const { ok } = await fetch(`/playground/checkouts/${id}`, { method: 'DELETE' });
  if (!ok) throw new Error(`the checkout ${id} was not ended`);
}

async function create(body: string): Promise<string> {
  const answer = await fetch('/playground/checkouts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { id, error } = await answer.json();
  if (typeof id !== 'string') throw new Error(String(error));
  return id;
}
