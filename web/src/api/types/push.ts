/**
 * The API of push. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';

/** A push subscription as the browser reports it. */
export type NewPush = {
  /** Its other secret, as URL-safe Base64 without padding. */
  auth: string;
  /** The address of the service: `https://`, the name of a host, a path. */
  endpoint: string;
  /** The language of the device: `en` or `fr`. */
  language: string;
  /** The public key of the device, as URL-safe Base64 without padding (`p256dh`). */
  public: string;
};
export const NewPush: Shape = { auth: 's', endpoint: 's', language: 's', public: 's' };

/** The device that is called no longer. */
export type OldPush = {
  /** The address at which it was called. */
  endpoint: string;
};
export const OldPush: Shape = { endpoint: 's' };

/** The key of the server. */
export type PushKeyView = {
  /** Its public half as browsers take it; null if push is not configured. */
  key: string | null;
};
export const PushKeyView: Shape = { 'key?': 's' };

/** Has this device called while no page is open, in place of where it was called before. */
export const putAccountPush: Operation<{}, NewPush, null> = ['PUT /account/push'];

/** Has this device called no longer. */
export const deleteAccountPush: Operation<{}, undefined, null> = ['DELETE /account/push'];

/** Has this device called for the game of a player's seat while no page is open. */
export const putLivePush: Operation<{}, NewPush, null> = ['PUT /live/push'];

/** Has a device called no longer for the game of a seat. */
export const deleteLivePush: Operation<{}, OldPush, null> = ['DELETE /live/push'];

/** The key by which browsers let this server call a device. */
export const getPushKey: Operation<{}, undefined, PushKeyView> = ['GET /push-key', PushKeyView];
