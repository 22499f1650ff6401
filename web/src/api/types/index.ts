/**
 * The API of the server. Generated from docs/openapi.json by `npm run api`; never edit this file.
 *
 * Each schema is a type, and a value of the same name that `read` in `../shape.ts` checks fetched values with. Each operation is a
 * value that `ask` in `../ask.ts` sends.
 */
export * from './accounts';
export * from './bots';
export * from './broadcasts';
export * from './challenges';
export * from './classes';
export * from './clubs';
export * from './frames';
export * from './friends';
export * from './library';
export * from './live';
export * from './moderation';
export * from './problems';
export * from './push';
export * from './ratings';
export * from './server';
export * from './shared';
export * from './simuls';
export * from './teams';
