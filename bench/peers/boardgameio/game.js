// A card game of Famiglia's size in boardgame.io's own manner: sixty cards, two hidden hands of four, an
// open street of six and a pile. A move takes a card from the street into the hand, lays one of the hand
// into the display and turns up the next card. Its rules are far simpler than Famiglia's, which is in
// boardgame.io's favour. Hands and pile are hidden as its documentation says: under `players` and
// `secret`, with PlayerView.STRIP_SECRETS.
'use strict';
const {INVALID_MOVE, PlayerView} = require('boardgame.io/core');

const CARDS = [];
for (const family of 'FABM')
  for (let rank = 0; rank < 5; rank++) for (let copy = 0; copy < 3; copy++) CARDS.push(family + rank);

function setup({random}) {
  const pile = random.Shuffle(CARDS);
  return {
    players: {
      0: {hand: pile.splice(0, 4), score: 0},
      1: {hand: pile.splice(0, 4), score: 0},
    },
    display: {0: [], 1: []},
    street: pile.splice(0, 6),
    secret: {pile},
    left: pile.length,
  };
}

function recruit({G, playerID}, fromStreet, fromHand) {
  const me = G.players[playerID];
  if (!(fromStreet in G.street) || !(fromHand in me.hand)) return INVALID_MOVE;
  const taken = G.street[fromStreet];
  G.display[playerID].push(me.hand[fromHand]);
  me.score += Number(me.hand[fromHand][1]);
  me.hand[fromHand] = taken;
  G.street[fromStreet] = G.secret.pile.pop();
  G.left = G.secret.pile.length;
}

exports.Famiglia = {
  name: 'famiglia',
  minPlayers: 2,
  maxPlayers: 2,
  setup,
  playerView: PlayerView.STRIP_SECRETS,
  moves: {recruit: {move: recruit, client: false}},
  turn: {minMoves: 1, maxMoves: 1},
  endIf: ({G}) => (G.left === 0 ? {over: true} : undefined),
};
