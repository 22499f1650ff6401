/** How the unit tests run: plain Node, no browser; what needs a browser lives in tests/browser. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { gamesWithProblems } from './vite.config.ts';

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'] },
  define: { GAMES_THAT_HAVE_PROBLEMS: JSON.stringify(gamesWithProblems()) },
  test: { include: ['tests/unit/**/*.test.ts'] },
});
