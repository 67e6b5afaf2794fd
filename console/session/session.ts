/** Who is signed in, and what they may do. */
import { signal } from '@preact/signals';
import type { EntityName, Permission, Session } from '../../contract/admin-api.ts';
import { ApiFailure, ask, credentials } from '../api/ask.ts';

/** Undefined until it is known, null where nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);
/** Why it is not known. */
export const trouble = signal<ApiFailure | undefined>(undefined);

export function take(next: Session | null): void {
  credentials.csrfToken = next?.csrfToken ?? '';
  session.value = next;
  if (next) isOver.value = false;
}

/** Whether the session ended under what was being done, which was not done. */
export const isOver = signal(false);

credentials.onSignedOut = () => {
  isOver.value = Boolean(session.value) || isOver.value;
  take(null);
};

/** Whether another sign-in has begun in this browser, so that nothing here can be used any more. */
export const isReplaced = signal(false);

credentials.onReplaced = () => {
  isReplaced.value = true;
};

export async function loadSession(): Promise<void> {
  trouble.value = undefined;
  try {
    take(await ask<Session>('GET', '/session'));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.reason !== 'signed-out') trouble.value = error;
  }
}

export async function signOut(): Promise<void> {
  await ask('DELETE', '/session');
  take(null);
}

/** What is not allowed is not offered. The server decides in any case. */
export const may = (permission: Permission): boolean =>
  session.value?.permissions.includes(permission) ?? false;

export const channels = (): readonly EntityName[] =>
  session.value?.entities.filter(({ kind }) => kind === 'channel') ?? [];

/** The name of a merchant, division or channel, or its id where it is not in sight. */
export const entityName = (id: string): string =>
  session.value?.entities.find((entity) => entity.id === id)?.name ?? id;
