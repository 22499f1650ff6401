/**
 * The games of the family in the order in which they are offered, then the other readings of some of them: the facts that
 * the page needs before wasm is loaded. Generated from the tables of crates/rules by
 * `cargo xtask api`; never edit it by hand.
 */
import type { GameFacts } from './index';

export const FAMILY: readonly GameFacts[] = [
  {"id":"international","family":"international","width":10,"height":10,"cells":"dark","squares":50,"pieces":20,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":true},
  {"id":"frisian","family":"frisian","width":10,"height":10,"cells":"dark","squares":50,"pieces":20,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"frysk","family":"frisian","width":10,"height":10,"cells":"dark","squares":50,"pieces":5,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"killer","family":"international","width":10,"height":10,"cells":"dark","squares":50,"pieces":20,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":true},
  {"id":"antidraughts","family":"international","width":10,"height":10,"cells":"dark","squares":50,"pieces":20,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":true,"points":true},
  {"id":"breakthrough","family":"international","width":10,"height":10,"cells":"dark","squares":50,"pieces":20,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":true},
  {"id":"brazilian","family":"international","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"russian","family":"russian","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"poddavki","family":"russian","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":true,"points":false},
  {"id":"pool","family":"russian","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"black","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"english","family":"english","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"black","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"italian","family":"latin","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"spanish","family":"latin","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"portuguese","family":"latin","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"german","family":"central","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"german-free","family":"central","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"czech","family":"central","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"tanzanian","family":"central","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"canadian","family":"international","width":12,"height":12,"cells":"dark","squares":72,"pieces":30,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":true},
  {"id":"sri-lankan","family":"international","width":12,"height":12,"cells":"dark","squares":72,"pieces":30,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":true},
  {"id":"dam","family":"central","width":12,"height":12,"cells":"dark","squares":72,"pieces":30,"first":"white","letters":false,"kings":true,"huffing":true,"gives_away":false,"points":false},
  {"id":"turkish","family":"orthogonal","width":8,"height":8,"cells":"all","squares":64,"pieces":16,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"tama","family":"orthogonal","width":8,"height":8,"cells":"all","squares":64,"pieces":16,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"gothic","family":"orthogonal","width":8,"height":8,"cells":"all","squares":64,"pieces":16,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"thai","family":"central","width":8,"height":8,"cells":"dark","squares":32,"pieces":8,"first":"black","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"spantsiretti","family":"russian","width":10,"height":8,"cells":"dark","squares":40,"pieces":15,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"first-forward","family":"international","width":10,"height":10,"cells":"dark","squares":50,"pieces":20,"first":"white","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":true},
  {"id":"french-1754","family":"old","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":false,"kings":true,"huffing":true,"gives_away":false,"points":false},
  {"id":"polish-1754","family":"old","width":10,"height":10,"cells":"dark","squares":50,"pieces":20,"first":"white","letters":false,"kings":true,"huffing":true,"gives_away":false,"points":false},
  {"id":"alquerque","family":"old","width":5,"height":5,"cells":"lines","squares":25,"pieces":12,"first":"white","letters":true,"kings":false,"huffing":false,"gives_away":false,"points":false},
  {"id":"brazilian:twenty-moves","family":"international","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"pool:unified","family":"russian","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"turkish:promotes-in-passing","family":"orthogonal","width":8,"height":8,"cells":"all","squares":64,"pieces":16,"first":"white","letters":true,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"thai:no-half-turn","family":"central","width":8,"height":8,"cells":"dark","squares":32,"pieces":8,"first":"black","letters":false,"kings":true,"huffing":false,"gives_away":false,"points":false},
  {"id":"french-1754:shorter-route-huffed","family":"old","width":8,"height":8,"cells":"dark","squares":32,"pieces":12,"first":"white","letters":false,"kings":true,"huffing":true,"gives_away":false,"points":false},
  {"id":"polish-1754:shorter-route-huffed","family":"old","width":10,"height":10,"cells":"dark","squares":50,"pieces":20,"first":"white","letters":false,"kings":true,"huffing":true,"gives_away":false,"points":false},
  {"id":"alquerque:huffing","family":"old","width":5,"height":5,"cells":"lines","squares":25,"pieces":12,"first":"white","letters":true,"kings":false,"huffing":true,"gives_away":false,"points":false},
];
