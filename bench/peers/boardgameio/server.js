// boardgame.io's server as its documentation sets it up, with its default store (in memory):
//     node server.js [PORT]
// Says where it listens, as bench/load expects of a server.
'use strict';
const {Server, Origins} = require('boardgame.io/server');
const {Famiglia} = require('./game.js');

const server = Server({games: [Famiglia], origins: [Origins.LOCALHOST]});
server
  .run({port: Number(process.argv[2] || 0)})
  .then(({appServer}) => console.log(`listening on http://127.0.0.1:${appServer.address().port}`));
process.on('SIGTERM', () => process.exit(0));
