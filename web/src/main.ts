/** Starts the page: the words, the first screen, and then what works behind it. */
import { mount } from 'svelte';
import './app.css';
import { deviceSecret, secretChanged, secretSettled } from './games/device-secret';
import { speak } from './messages/messages.svelte';
import { followAppearance } from './settings/appearance.svelte';
import { registerServiceWorker } from './offline/register';
import { appContext } from './pages/app-context';
import App from './pages/App.svelte';

followAppearance();
speak();
mount(App, { target: document.getElementById('page') ?? document.body });
registerServiceWorker();

void appContext.recovered.then(async () => {
  deviceSecret(); // made now, so that what an older page had sent for nobody is sent for this device
  if (secretChanged()) {
    await appContext.keeper.forgetServer();
    secretSettled();
  }
  await appContext.keeper.sendAll();
});
addEventListener('online', () => void appContext.keeper.sendAll());
