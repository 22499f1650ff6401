/**
 * Starts the document that other sites may show in a frame (embed.html). It shows one game, which is in the address, and
 * nothing else. It has no library, no server and no secret, so the site around it cannot get at anything. The server allows
 * framing for this document only (crates/server/src/guard/headers.rs).
 */
import { mount } from 'svelte';
import './app.css';
import { applyLanguage } from './messages/messages.svelte';
import Embedded from './app/Embedded.svelte';
import { followAppearance } from './settings/appearance.svelte';

followAppearance();
applyLanguage();
const target = document.getElementById('page') ?? document.body;
target.replaceChildren();
mount(Embedded, { target });
