/** Which games have problems. */

/** Set by the build (vite.config.ts): one for each folder of `web/public/problems`. */
declare const GAMES_THAT_HAVE_PROBLEMS: readonly string[];

/** The games that have problems, the international game first. */
export const GAMES_WITH_PROBLEMS: readonly string[] = GAMES_THAT_HAVE_PROBLEMS;
