/** How the unit tests run: plain Node, no browser; what needs a browser lives in tests/browser. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'] },
  test: { include: ['tests/unit/**/*.test.ts'] },
});
