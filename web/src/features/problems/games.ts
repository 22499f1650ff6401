/** Which games of the family have problems. */

/** Written in by the build (vite.config.ts): a folder of `web/public/problems` for each. */
declare const GAMES_THAT_HAVE_PROBLEMS: readonly string[];

/** The games of the family that have problems, the usual one first. */
export const GAMES_WITH_PROBLEMS: readonly string[] = GAMES_THAT_HAVE_PROBLEMS;
