/**
 * The API of server. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
import type { Operation, Shape } from '../shape';

/** What the tables contain. */
export type Content = (typeof Content)[number];
export const Content = ['outcomes', 'distances'] as const;

/** The state of the server. */
export type Health = {
  /** State of the bus to other nodes: `ok`, or `away` while the database is polled instead; null without a bus. */
  bus: string | null;
  /** Always `ok`; an unhealthy server answers with a problem. */
  status: string;
  /** The version of the program. */
  version: string;
};
export const Health: Shape = { 'bus?': 's', status: 's', version: 's' };

/** The OpenAPI document of the Bot API, which has paths outside this API. */
export const getBotsOpenapiJson: Operation<{}, undefined, unknown> = ['GET /bots/openapi.json', 'any'];

/** Whether the server can store games and accepts moves. */
export const getHealth: Operation<{}, undefined, Health> = ['GET /health', Health];

/** The OpenAPI document of this API. */
export const getOpenapiJson: Operation<{}, undefined, unknown> = ['GET /openapi.json', 'any'];

/** Winners of endings with few pieces, or plies to win: all tables of a variant for browsers. */
export const getTablesGameContent: Operation<{ game: string; content: Content }, undefined, string> = ['GET /tables/{game}/{content}', 'text'];
