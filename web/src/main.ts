/** Starts the page: first the texts and the first screen, then everything that runs behind it. */
import { mount } from 'svelte';
import './app.css';
import { deviceSecret, secretChanged, secretSettled } from './store/device-secret';
import { applyLanguage } from './messages/messages.svelte';
import { followAppearance } from './settings/appearance.svelte';
import { followPresses } from './offline/presses';
import { registerServiceWorker } from './offline/register';
import { appContext } from './context';
import App from './app/App.svelte';
import { PAGES, STARTS } from './app/features';
import { startRouting } from './router/router.svelte';

followAppearance();
applyLanguage();
startRouting(PAGES);
// What a form sends is the work of its handler: the browser itself sends none.
addEventListener('submit', (event) => event.preventDefault());
mount(App, { target: document.getElementById('page') ?? document.body });
registerServiceWorker();
followPresses();
for (const start of STARTS) start();

void appContext.recovered.then(async () => {
  deviceSecret(); // a new secret counts as changed: made now, before anything is sent under it
  if (secretChanged()) {
    await appContext.keeper.forgetServer();
    secretSettled();
  }
  await appContext.keeper.sendAll();
});
addEventListener('online', () => void appContext.keeper.sendAll());
