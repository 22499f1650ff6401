/** The owner of this browser's games. */
import { page } from '../../router/routes';
import { required, text } from '../../router/values';

declare module '../../router/routes' {
  interface Pages {
    /** Joins the device that has this secret, which stands behind the `#`, so that it is never sent to a server. */
    device: { secret: string };
    /** Takes over the games from before games had owners. */
    'take-over': { code: string };
  }
}

export default [
  page({ page: 'device', path: 'device/:secret', values: { secret: required(text) }, load: () => import('./JoinDevice.svelte'), section: null, title: 'device.title' }),
  page({ page: 'take-over', path: 'take-over/:code', values: { code: required(text) }, load: () => import('./JoinDevice.svelte'), section: null, title: 'takeOver.title' }),
];
