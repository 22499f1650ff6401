/** Starts the page: words first, then the first screen; everything else waits until it is needed. */
import { mount } from 'svelte';
import './app.css';
import { speak } from './messages/messages.svelte';
import { followAppearance } from './settings/appearance.svelte';
import { registerServiceWorker } from './offline/register';
import { household } from './pages/household';
import App from './pages/App.svelte';

followAppearance();
await speak();
mount(App, { target: document.getElementById('page') ?? document.body });
registerServiceWorker();

void household.keeper.sendAll();
addEventListener('online', () => void household.keeper.sendAll());
