/** API calls for the progress stored in the account of the session. */
import { ask, mapped } from '../../api/ask';
import { getAccountProgress, getAccountProgressPart, putAccountProgressPart } from '../../api/types';
import type { ProgressKeeper } from './sync';

export const accountProgress: ProgressKeeper = {
  parts: async () => mapped(await ask(getAccountProgress, {}), ({ parts }) => new Map(parts.map((it) => [it.part, it.version]))),
  part: (part) => ask(getAccountProgressPart, { part }),
  store: async (part, base, text) => mapped(await ask(putAccountProgressPart, { part }, { base, kept: JSON.parse(text) as unknown }), ({ version }) => version),
};
