/**
 * The API of tables. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation } from '../shape';

/** What the tables contain. */
export type Content = (typeof Content)[number];
export const Content = ['outcomes', 'distances'] as const;

/** Winners of endings with few pieces, or plies to win: all tables of a variant for browsers. */
export const getTablesGameContent: Operation<{ game: string; content: Content }, undefined, string> = ['GET /tables/{game}/{content}', 'text'];
