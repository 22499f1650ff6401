/** Joining the games of another device. */
import { page, titled } from '../../router/routes';
import { required, text } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /**
     * Joins the device with this secret, which is in the address after the `#`, so that it is never
     * sent to a server.
     */
    device: { secret: string };
  }
}

export default [
  page({ page: 'device', path: 'device/:secret', values: { secret: required(text) }, load: () => import('./JoinDevice.svelte'), section: null, title: titled(() => import('./words'), 'title') }),
];
