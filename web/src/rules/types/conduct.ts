/**
 * The usual conduct rules. Generated from crates/session by `cargo xtask api`; never
 * edit it by hand.
 */
import type { Conduct } from './index';

export const FRIENDLY: Conduct = {"touched_is_played":false,"released_stands":false,"irregular_moves":false,"colours_by_lot":false,"offers_from_move":0};
export const TOURNAMENT: Conduct = {"touched_is_played":true,"released_stands":true,"irregular_moves":true,"colours_by_lot":true,"offers_from_move":40};
/** The most moves of each side before a draw is offered. */
export const MAX_OFFERS_FROM = 200;
