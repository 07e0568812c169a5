// Two attacks by somebody who has no seat and knows only a match's id:
//     node attack.js [MATCHES]
// 1. Look on, and read what the server sends to onlookers.
// 2. Take the time of creation from the lobby, deal with every millisecond near it as the seed, and keep
//    the deals whose open street is the one on the table.
// Prints one JSON object: in how many matches each attack found what is hidden. bench/attack does the same
// to Speakeasy.
'use strict';
const {spawn} = require('child_process');
const {io} = require('socket.io-client');
const {InitializeGame} = require('boardgame.io/internal');
const {Famiglia} = require('./game.js');

const NEAR_MS = 250;

function startServer() {
  const server = spawn(process.execPath, [`${__dirname}/server.js`], {
    env: {...process.env, NODE_ENV: 'production'},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise(resolve =>
    server.stdout.on('data', text => {
      const url = /http:\/\/\S+/.exec(String(text));
      if (url) resolve({server, url: url[0]});
    }),
  );
}

async function post(url, body) {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    body: JSON.stringify(body),
  });
  return reply.json();
}

// What one who asks for a match is sent: a player with credentials, an onlooker with none.
function look(url, id, playerID, credentials) {
  const socket = io(`${url}/famiglia`, {transports: ['websocket']});
  return new Promise(resolve => {
    socket.on('connect', () => socket.emit('sync', id, playerID, credentials, 2));
    socket.on('sync', (_, info) => {
      socket.close();
      resolve(info);
    });
  });
}

// Both hands, as only the two players together know them.
async function truth(url, id) {
  const hands = [];
  for (const seat of ['0', '1']) {
    const {playerCredentials} = await post(`${url}/games/famiglia/${id}/join`, {
      playerID: seat,
      playerName: `P${seat}`,
    });
    const {state} = await look(url, id, seat, playerCredentials);
    hands.push(state.G.players[seat].hand);
  }
  return JSON.stringify(hands);
}

const handsOf = G => JSON.stringify([G.players[0].hand, G.players[1].hand]);

function dealsLike(street, created) {
  const found = [];
  for (let t = created - NEAR_MS; t <= created + NEAR_MS; t++) {
    const seed = t.toString(36).slice(-10);
    const {G} = InitializeGame({game: {...Famiglia, seed}, numPlayers: 2});
    if (JSON.stringify(G.street) === JSON.stringify(street)) found.push({hands: handsOf(G), off: t - created});
  }
  return found;
}

async function attack(url) {
  const {matchID} = await post(`${url}/games/famiglia/create`, {numPlayers: 2});
  const hands = await truth(url, matchID);
  const seen = await look(url, matchID, null, undefined);
  const {createdAt} = await (await fetch(`${url}/games/famiglia/${matchID}`)).json();
  const deals = dealsLike(seen.state.G.street, createdAt);
  const first = seen.initialState;
  return {
    handsInView: JSON.stringify(seen.state.G.players || {}).includes('hand'), // STRIP_SECRETS at work
    handsSent: !!first && handsOf(first.G) === hands,
    pileSent: !!first && first.G.secret.pile.length === first.G.left,
    generatorSent: !!first && typeof first.plugins.random.data.seed === 'string',
    computed: deals.length === 1 && deals[0].hands === hands,
  };
}

async function main() {
  const matches = Number(process.argv[2] || 20);
  const {server, url} = await startServer();
  const sum = {matches};
  for (let i = 0; i < matches; i++)
    for (const [key, value] of Object.entries(await attack(url))) sum[key] = (sum[key] || 0) + value;
  server.kill();
  console.log(
    JSON.stringify({
      server: 'boardgameio',
      matches,
      onlooker_got_hands: sum.handsSent,
      onlooker_got_pile: sum.pileSent,
      onlooker_got_generator: sum.generatorSent,
      hands_in_filtered_view: sum.handsInView,
      deal_from_time: sum.computed,
      tries_per_match: 2 * NEAR_MS + 1,
    }),
  );
}

main();
