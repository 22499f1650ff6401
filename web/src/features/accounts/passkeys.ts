/**
 * Passkeys in the browser: availability, creation, and signing in. The values exchanged with the browser are binary; over HTTP they are URL-safe Base64.
 * Private keys stay in the device.
 */
import { type Answer, ask, refusedHere } from '../../api/ask';
import { deviceName } from './device-name';
import { type NewPasskeyQuestion, type OwnAccount, type PasskeyQuestion, type PasskeyView as Passkey, postAccountPasskeys, postAccountPasskeysQuestion, postSessionPasskey, postSessionPasskeyQuestion } from '../../api/types';

/** Whether this browser has passkeys at this address: over HTTPS or on localhost, with a domain name. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isSecureContext && !isAddress(location.hostname);
}

/** Whether a host is an IP address, for which passkeys are not available. */
export function isAddress(host: string): boolean {
  return /^[\d.]+$/.test(host) || host.includes(':');
}

/** Creates a passkey on this device or in the user's password manager, after the password is entered again. */
export async function makePasskey(password: string, name: string): Promise<Answer<Passkey>> {
  const asked = await ask(postAccountPasskeysQuestion, {}, { password });
  if (asked.kind !== 'ok') return asked;
  let made: Credential | null;
  try {
    made = await navigator.credentials.create({ publicKey: creation(asked.value) });
  } catch (error) {
    return refusedHere(reason(error));
  }
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse)) return refusedHere('passkey-failed');
  return ask(postAccountPasskeys, {}, { name, client_data: toText(made.response.clientDataJSON), authenticator_data: toText(made.response.getAuthenticatorData()) });
}

export async function usePasskey(): Promise<Answer<OwnAccount>> {
  const asked = await ask(postSessionPasskeyQuestion, {});
  if (asked.kind !== 'ok') return asked;
  try {
    return await answered(await navigator.credentials.get({ publicKey: request(asked.value) }));
  } catch (error) {
    return refusedHere(reason(error));
  }
}

/**
 * Offers passkeys by autofill of the name, until one is used or the signal aborts. `offered` gets whether passkeys work here. A request is renewed before it
 * times out, so that a user who returns to an open page can use it.
 */
export async function offerPasskeys(signal: AbortSignal, offered: (works: boolean) => void): Promise<Answer<OwnAccount> | null> {
  const completes = (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
  for (;;) {
    const asked = await ask(postSessionPasskeyQuestion, {});
    if (signal.aborted) return null;
    offered(asked.kind === 'ok' || asked.kind === 'busy');
    if (asked.kind !== 'ok' || !completes) return null;
    const round = new AbortController();
    const end = (): void => round.abort();
    signal.addEventListener('abort', end, { once: true });
    const renewal = setTimeout(end, asked.value.timeout_ms * 0.8);
    try {
      return await answered(await navigator.credentials.get({ mediation: 'conditional', publicKey: request(asked.value), signal: round.signal }));
    } catch {
      if (signal.aborted || !round.signal.aborted) return null;
    } finally {
      clearTimeout(renewal);
      signal.removeEventListener('abort', end);
    }
  }
}

/** Tells password managers the current passkeys of an account, so that they offer no others. Browsers without this method ignore it. */
export async function tellPasskeys(host: string, user: string, ids: readonly string[]): Promise<void> {
  const { PublicKeyCredential: known } = globalThis as { PublicKeyCredential?: { signalAllAcceptedCredentials?: (all: object) => Promise<void> } };
  try {
    await known?.signalAllAcceptedCredentials?.({ rpId: host, userId: user, allAcceptedCredentialIds: ids });
  } catch (error) {
    console.warn(error);
  }
}

async function answered(given: Credential | null): Promise<Answer<OwnAccount>> {
  if (!(given instanceof PublicKeyCredential) || !(given.response instanceof AuthenticatorAssertionResponse)) return refusedHere('passkey-failed');
  const { clientDataJSON, authenticatorData, signature, userHandle } = given.response;
  return await ask(postSessionPasskey, {}, {
    id: toText(given.rawId),
    user: userHandle === null ? '' : toText(userHandle),
    client_data: toText(clientDataJSON),
    authenticator_data: toText(authenticatorData),
    signature: toText(signature),
    device: deviceName(),
  });
}

function creation(asked: NewPasskeyQuestion): PublicKeyCredentialCreationOptions {
  return {
    challenge: toBytes(asked.challenge),
    rp: { id: asked.host, name: 'Damier' },
    user: { id: toBytes(asked.user), name: asked.name, displayName: asked.name },
    pubKeyCredParams: asked.algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: asked.exclude.map((id) => ({ type: 'public-key', id: toBytes(id) })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: asked.timeout_ms,
  };
}

function request(asked: PasskeyQuestion): PublicKeyCredentialRequestOptions {
  return { challenge: toBytes(asked.challenge), rpId: asked.host, userVerification: 'required', timeout: asked.timeout_ms };
}

/** Maps a browser's exception to a code with a text. */
export function reason(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'passkey-stopped';
  if (name === 'InvalidStateError') return 'passkey-there';
  if (name === 'SecurityError') return 'passkeys-not-here';
  console.error(error);
  return 'passkey-failed';
}

/** Encodes bytes as URL-safe Base64. */
export function toText(bytes: ArrayBuffer): string {
  const text = btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Decodes URL-safe Base64. */
export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}
