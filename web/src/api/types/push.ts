/**
 * The API of push. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';

/** A push subscription as the browser reports it. */
export type NewPush = {
  /** The authentication secret, as URL-safe Base64 without padding (`auth`). */
  auth: string;
  /** The address of the service: `https://`, a host name, a path. */
  endpoint: string;
  /** The language of the device: `en` or `fr`. */
  language: string;
  /** The public key of the device, as URL-safe Base64 without padding (`p256dh`). */
  public: string;
};
export const NewPush: Shape = { auth: 's', endpoint: 's', language: 's', public: 's' };

/** The subscription to remove. */
export type OldPush = {
  /** Its address. */
  endpoint: string;
};
export const OldPush: Shape = { endpoint: 's' };

/** The key of the server. */
export type PushKeyView = {
  /** Its public half as browsers take it; null if push is not configured. */
  key: string | null;
};
export const PushKeyView: Shape = { 'key?': 's' };

/** Stores this device's push subscription, replacing an earlier one. */
export const putPushAccount: Operation<{}, NewPush, null> = ['PUT /push/account'];

/** Removes this device's push subscription. */
export const deletePushAccount: Operation<{}, undefined, null> = ['DELETE /push/account'];

/** The server's public key, with which browsers subscribe. */
export const getPushKey: Operation<{}, undefined, PushKeyView> = ['GET /push/key', PushKeyView];

/** Stores a push subscription for the game of a player's seat. */
export const putPushSeat: Operation<{}, NewPush, null> = ['PUT /push/seat'];

/** Removes a push subscription of a seat. */
export const deletePushSeat: Operation<{}, OldPush, null> = ['DELETE /push/seat'];
