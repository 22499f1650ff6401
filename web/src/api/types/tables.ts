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

/** Who wins endings with few pieces, or in how many plies: all tables of the game that a browser should have. */
export const getTablesGameContent: Operation<{ game: string; content: Content }, undefined, string> = ['GET /tables/{game}/{content}', 'text'];
