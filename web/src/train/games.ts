/** The games of the family that have problems, the usual one first. A folder of `web/public/problems` for each; a test compares them. */
export const GAMES_WITH_PROBLEMS: readonly string[] = ['international'];
