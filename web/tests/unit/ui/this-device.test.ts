/** Which links lead to the device itself. */
import { expect, it } from 'vitest';
import { isThisDeviceOnly } from '../../../src/ui/this-device';

it.each(['http://localhost:4711/#/join/x', 'https://damier.localhost/', 'http://127.0.0.1:4711/', 'http://127.1.2.3/', 'http://127.1/', 'http://[::1]:4711/', 'http://[::ffff:127.0.0.1]/', 'http://0.0.0.0:4711/'])(
  '%s works on this device only',
  (address) => expect(isThisDeviceOnly(address)).toBe(true),
);

it.each(['http://192.168.1.20:4711/', 'https://damier.example/', 'http://hall.local/', 'http://localhost.example/', 'http://mylocalhost/', 'http://127.example/', 'http://[fe80::1]/', 'http://[::12]/', 'http://1.127.0.0/', 'no address'])(
  '%s works on other devices too',
  (address) => expect(isThisDeviceOnly(address)).toBe(false),
);
