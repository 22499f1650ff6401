/** How Svelte compiles the pages: runes only, scoped styles in the emitted style sheet. Read by Vite and svelte-check. */
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
};
