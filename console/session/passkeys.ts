/** Passkeys by the browser's dialog: signing in with one, and making one. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { Confirmed, Session } from '../../contract/admin-api.ts';
import { ask } from '../api/ask.ts';

export const supportsPasskeys = browserSupportsWebAuthn;

/** Whether the person has closed the browser's dialog: no failure to be told. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

export async function signInWithPasskey(): Promise<Session> {
  const { options, challengeId } = await ask<{
    options: PublicKeyCredentialRequestOptionsJSON;
    challengeId: string;
  }>('POST', '/passkey/options');
  const response = await startAuthentication({ optionsJSON: options });
  return ask<Session>('POST', '/passkey', { body: { challengeId, response } });
}

/**
 * @param label by which its owner knows it
 * @param confirmed the password, where the server wants it
 */
export async function makePasskey(label: string, confirmed: Confirmed): Promise<void> {
  const { options } = await ask<{ options: PublicKeyCredentialCreationOptionsJSON }>(
    'POST',
    '/session/passkeys/options',
    { body: confirmed },
  );
  const response = await startRegistration({ optionsJSON: options });
  await ask('POST', '/session/passkeys', { body: { label, response, ...confirmed } });
}
