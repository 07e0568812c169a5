// page_cluster_test.mjs: two browsers play Chicago Gangsters through a load balancer while every node behind it is killed in turn;
// the game goes on to its end. Long runs only (SPK_LONG=1): it needs PostgreSQL, NATS and haproxy, and a minute.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {after, before, test} from 'node:test';
import {LONG, NO_RATES, SIZES, newReader, openBrowser, playOn, setUpTable, shoot, sitDown} from './page_kit.mjs';
import {native, root} from './wasm_kit.mjs';

/** @import {Reader} from './page_kit.mjs' */

/** What a browser itself says of a server that is gone for a moment. */
const OF_THE_LINE = /WebSocket|ERR_|status of 50[234]/;

/** `make cluster` without workers: its address, and the process of each node. End it at the end. */
async function openCluster() {
  const words = ['--program', join(native, 'speakeasy'), '--port', '0', '--workers', '0', '--seconds', '100000', '--'];
  words.push('--web', join(root, 'web'), '--web', join(root, 'build/web'), '--bot-budget', '2ms');
  words.push(...NO_RATES.flatMap(name => ['--limit', `${name}=0`]));
  const child = spawn(join(root, 'tools/cluster'), words, {stdio: ['ignore', 'pipe', 'inherit']});
  const said = await new Promise((done, failed) => {
    let text = '';
    child.stdout.on('data', some => {
      text += some;
      if (/^balancer +\d+ up/m.test(text)) done(text);
    });
    child.on('exit', code => failed(new Error(`the cluster did not start (${code}): ${text}`)));
  });
  const nodes = [...said.matchAll(/^(n\d) +(\d+) up/gm)].map(([, name, pid]) => ({name, pid: Number(pid)}));
  return {
    url: `${/http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]}/`,
    nodes,
    async close() {
      const ended = new Promise(done => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

if (!LONG) test('two browsers while every node is killed', {skip: 'SPK_LONG=1 runs it'}, () => {});
else {
  /** @type {import('playwright-core').Browser} */ let browser;
  /** @type {Awaited<ReturnType<typeof openCluster>>} */ let cluster;
  before(async () => {
    [browser, cluster] = await Promise.all([openBrowser(), openCluster()]);
  });
  after(async () => {
    await browser?.close();
    await cluster?.close();
  });

  test('two browsers while every node is killed', async t => {
    const ann = await newReader(browser),
      bob = await newReader(browser, {size: SIZES.phone, language: 'de', touch: true});
    t.after(() => Promise.all([ann, bob].map(r => r.close())));
    await setUpTable(ann, cluster.url, 'chicago_gangsters', 3, ['open', 'bot:easy']);
    await sitDown(bob, await ann.page.inputValue('.room .link input'), 'Bob');
    await ann.page.waitForSelector('.table:not(.waiting)[data-seq]');

    const both = (/** @type {object} */ how) =>
      Promise.all([ann, bob].map((r, i) => playOn(r.page, {seed: 3 + i, ...how})));
    assert.equal(cluster.nodes.length, 3);
    for (const {name, pid} of cluster.nodes) {
      await both({moves: 2, ms: 20000});
      const before = await seqOf(ann);
      process.kill(pid, 'SIGKILL');
      await shoot(ann.page, `cluster-${name}-killed-ann`);
      const start = Date.now();
      while ((await seqOf(ann)) <= before && Date.now() - start < 60000) await both({moves: 1, ms: 3000});
      assert.ok((await seqOf(ann)) > before, `the table did not go on after ${name} was killed`);
      console.log(`# ${name} killed: the table went on within ${((Date.now() - start) / 1000).toFixed(1)} s`);
      await shoot(bob.page, `cluster-${name}-after-bob`);
    }
    const ends = await both({ms: 600000});
    assert.ok(
      ends.every(e => e.over),
      JSON.stringify(ends),
    );
    for (const [name, r] of Object.entries({ann, bob})) {
      await r.page.waitForSelector('.end:not([hidden])');
      await shoot(r.page, `cluster-end-${name}`);
      assert.deepEqual(
        r.complaints.filter(c => !OF_THE_LINE.test(c)),
        [],
      );
    }
  });
}

/** How far the table is. @param {Reader} reader */
const seqOf = async ({page}) => Number(await page.getAttribute('.table', 'data-seq'));
