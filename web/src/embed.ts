/**
 * Starts the document that other sites may show in a frame (embed.html): one game to look at, out of the address, and nothing
 * else. It knows no library, no server and no key, so that a site around it has nothing to press. The server lets itself be
 * framed for this document only (crates/server/src/guard/headers.rs).
 */
import { mount } from 'svelte';
import './app.css';
import { speak } from './messages/messages.svelte';
import Embedded from './pages/Embedded.svelte';
import { followAppearance } from './settings/appearance.svelte';

followAppearance();
speak();
mount(Embedded, { target: document.getElementById('page') ?? document.body });
