// page_days_test.mjs: a game over two days between a phone and a desk, each closed between their turns: they come back by the link in the alert
// and by nothing else. The phone is told by Web Push (a push service of our own, which decrypts as a browser does), the desk by mail (a real mail
// server). The server's clock is moved (tests/server/moved_clock.c). Its service worker is shown what was sent, and a table is muted.
// SPK_LONG=1: the whole game.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {createDecipheriv, createECDH, hkdfSync, randomBytes} from 'node:crypto';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {after, before, test} from 'node:test';
import {
  checkAxe,
  checkFits,
  checkQuiet,
  LONG,
  newReader,
  openBrowser,
  openHouse,
  playOn,
  root,
  shoot,
  SIZES,
} from './page_kit.mjs';
import {native} from './wasm_kit.mjs';

/** @import {Browser, Page} from 'playwright-core' */

const CLOCK = join(native, 'tests/libmoved_clock.so'),
  TURNS = LONG ? 1000 : 7;

/** @type {Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
/** @type {ReturnType<typeof openClock>} */ let clock;
/** @type {Awaited<ReturnType<typeof openMail>>} */ let mail;
/** @type {Awaited<ReturnType<typeof openPush>>} */ let push;

before(async () => {
  clock = openClock();
  [browser, mail, push] = await Promise.all([openBrowser(true), openMail(), openPush()]);
  const words = [
    '--alerts',
    'push',
    '--alerts',
    'mail',
    '--alert-private',
    '--alert-ca',
    mail.ca,
    '--mail-server',
    mail.url,
  ];
  house = await openHouse({}, [...words, '--mail-from', 'house@play.example'], clock.env);
});
after(async () => {
  await Promise.all([browser.close(), house.close()]);
  mail.close();
  push.close();
  clock.close();
});

// -- The world around ------------------------------------------------------------------------------------------

/** The server's clock; 'pass' moves it on. Without the library (a build with a sanitizer) time stands still. */
function openClock() {
  const folder = mkdtempSync(join(tmpdir(), 'speakeasy_clock_')),
    file = join(folder, 'ms'),
    bytes = Buffer.alloc(8);
  let ms = 0;
  const write = () => {
    bytes.writeBigInt64LE(BigInt(ms));
    writeFileSync(file, bytes, {flag: existsSync(file) ? 'r+' : 'w'});
  };
  write();
  return {
    env: /** @type {Record<string, string>} */ (existsSync(CLOCK) ? {LD_PRELOAD: CLOCK, SPK_MOVED_CLOCK: file} : {}),
    now: () => new Date(Date.now() + ms),
    pass(/** @type {number} */ minutes) {
      ms += Math.round(minutes * 60000);
      write();
    },
    /** To that hour of the day, UTC; tomorrow's, if today's is over. @param {number} hour */
    passTo(hour) {
      const now = (Date.now() + ms) % 86400000;
      this.pass(((hour * 3600000 - now + 2 * 86400000) % 86400000) / 60000);
    },
    close: () => rmSync(folder, {recursive: true, force: true}),
  };
}

/** Debian's aiosmtpd, with STARTTLS. */
async function openMail() {
  const child = spawn('/usr/bin/python3', [join(root, 'tests/server/alert_post.py')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
    got = /** @type {{to: string[], subject: string, text: string}[]} */ ([]);
  const lines = createInterface({input: child.stdout});
  const first = await new Promise(done => lines.once('line', done));
  lines.on('line', line => got.push(JSON.parse(line)));
  const {url, ca} = JSON.parse(String(first));
  return {url, ca, got, close: () => child.stdin.end()};
}

/** A push service: keeps what comes, read as the browser reads it (RFC 8291). */
async function openPush() {
  const keys = createECDH('prime256v1'),
    secret = randomBytes(16),
    got = /** @type {{title: string, body: string, link: string, tag: string}[]} */ ([]);
  keys.generateKeys();
  /** @param {Buffer} sealed */
  const read = sealed => {
    const salt = sealed.subarray(0, 16),
      sender = sealed.subarray(21, 86),
      text = sealed.subarray(86),
      info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
    const seed = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), secret, info, 32)),
      derive = (/** @type {string} */ word, /** @type {number} */ n) =>
        Buffer.from(hkdfSync('sha256', seed, salt, Buffer.from(`Content-Encoding: ${word}\0`), n));
    const box = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    box.setAuthTag(text.subarray(-16));
    const plain = Buffer.concat([box.update(text.subarray(0, -16)), box.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
  };
  const server = createServer((request, answer) => {
    const parts = /** @type {Buffer[]} */ ([]);
    request.on('data', part => parts.push(part));
    request.on('end', () => {
      got.push(read(Buffer.concat(parts)));
      answer.writeHead(201).end();
    });
  });
  await new Promise(done => server.listen(0, '127.0.0.1', () => done(null)));
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    got,
    subscription: () => ({
      endpoint: `http://127.0.0.1:${port}/${randomBytes(4).toString('hex')}`,
      p256dh: keys.getPublicKey('base64url'),
      auth: secret.toString('base64url'),
      name: 'Phone',
    }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @template T @param {() => T|Promise<T>} fact @param {string} what @returns {Promise<T>} */
async function eventually(fact, what) {
  for (let i = 0; i < 1200; i++) {
    const found = await fact();
    if (found) return found;
    await new Promise(done => setTimeout(done, 50));
  }
  throw new Error(`${what} did not happen`);
}

/** @param {string} method @param {string} path @param {object} [body] @param {string} [token] @returns {Promise<any>} */
async function ask(method, path, body, token) {
  const answer = await fetch(house.url + path, {
    method,
    headers: {'Content-Type': 'application/json', ...(token ? {Authorization: `Bearer ${token}`} : {})},
    body: body && JSON.stringify(body),
  });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return answer.json();
}

/** Somebody with an account, whose browser is signed in. @param {string} name @param {import('./page_kit.mjs').Wish} wish */
async function newPerson(name, wish) {
  const reader = await newReader(browser, {...wish, name, app: true}),
    made = await ask('POST', 'api/accounts', {name, password: 'correct horse'});
  await reader.page.goto(house.url);
  await reader.page.evaluate(kept => localStorage.setItem('speakeasy.session', kept), JSON.stringify({...made, name}));
  return {...reader, session: /** @type {string} */ (made.session)};
}

/** The link in the alert is opened, the turn is played until the house says that it is another's, the page is closed: for a moment the page
 * shows no turn while a move is on its way. @param {import('./page_kit.mjs').Reader & {session: string}} reader @param {string} link
 * @param {number} n so that not every turn is alike @returns {Promise<boolean>} whether the game is over */
async function comeBack(reader, link, n) {
  const page = await reader.context.newPage();
  await page.goto(link);
  await page.waitForSelector('.table[data-seq]');
  const facts = () => ask('GET', `api/tables/${link.split('/t/')[1]}`, undefined, reader.session);
  let now = await facts();
  for (let i = 0; i < 60 && now.status !== 'finished' && now.turn.yours; i++) {
    await page.waitForSelector('.table.my-turn, .table[data-over=yes]');
    await playOn(page, {moves: 1, seed: 7 + 13 * n + i, board: 100});
    now = await facts();
  }
  await page.close();
  return now.status === 'finished';
}

// -- The two days ------------------------------------------------------------------------------------------------

test('a game over two days, closed in between: by push and by mail', async t => {
  if (!existsSync(CLOCK)) return t.skip('no moved clock here');
  clock.passTo(9);
  const ann = await newPerson('Ann', {language: 'de', size: SIZES.phone, touch: true}),
    bob = await newPerson('Bob', {size: SIZES.wide});
  t.after(() => Promise.all([ann.close(), bob.close()]));
  await eventually(async () => (await ask('GET', 'api/me/alerts', undefined, ann.session)).push_key, 'a key');
  // Ann's phone has subscribed (there is no push service here, so our own takes its place) and wants to sleep at night.
  await ask('POST', 'api/me/alerts/push', push.subscription(), ann.session);
  await ask('PATCH', 'api/me/alerts', {language: 'de', offset: 0, quiet: {from: 1320, to: 480}}, ann.session);
  await mailTo(bob);
  const heard = {push: 0, mail: mail.got.length}; // before the table is made: whoever begins is told at once
  const made = await ask(
    'POST',
    'api/tables',
    {game: 'famiglia', players: 2, clock: 'move 2d', seats: [{kind: 'me'}, {kind: 'open'}]},
    ann.session,
  );
  await ask('POST', `api/tables/${made.id}/seats/1`, {name: 'Bob'}, bob.session);
  for (const {page} of [ann, bob]) await page.close();

  const begun = clock.now().getTime();
  let over = false,
    turns = 0,
    nights = 0;
  while (!over && turns < TURNS) {
    const facts = await ask('GET', `api/tables/${made.id}`, undefined, ann.session);
    if (facts.status === 'finished') break;
    const isAnn = facts.turn.seats[0] === 0,
      isNight = clock.now().getUTCHours() >= 22 || clock.now().getUTCHours() < 8;
    if (isAnn && isNight) {
      await new Promise(done => setTimeout(done, 700)); // the house has looked several times
      assert.equal(push.got.length, heard.push, 'nobody is woken');
      clock.passTo(8.1);
      nights++;
    }
    const link = isAnn ? await pushed(heard.push++, made.id) : await mailed(heard.mail++, made.id);
    clock.pass((LONG ? 1.5 : 5) * 60); // they have other things to do; a whole game has some twenty turns
    over = await comeBack(isAnn ? ann : bob, link, turns);
    turns++;
  }
  assert.ok(over || turns === TURNS, `the game ended after ${turns} turns`);
  const hours = (clock.now().getTime() - begun) / 36e5;
  assert.ok(hours >= 24, `more than a day has passed: ${hours} hours, ${turns} turns`);
  assert.ok(nights > 0, 'a night was between');
  assert.equal(push.got.length, heard.push + (over ? push.got.length - heard.push : 0));
  if (over)
    await eventually(
      () => push.got.at(-1)?.title.includes('aus') || mail.got.at(-1)?.subject.includes('over'),
      'that it is over',
    );
  console.log(`# ${turns} turns, ${heard.push} push messages, ${heard.mail} mails, ${Math.round(hours)} hours`);
  checkQuiet(ann);
  checkQuiet(bob);
});

/** The link of push message number n, which says nothing but the game. @param {number} n @param {string} table */
async function pushed(n, table) {
  const message = await eventually(() => push.got[n], `push message ${n}`);
  assert.deepEqual([message.title, message.tag], ['Du bist am Zug: Famiglia', table]);
  return message.link;
}

/** The link in mail number n. @param {number} n @param {string} table */
async function mailed(n, table) {
  const {to, subject, text} = await eventually(() => mail.got[n], `mail ${n}`);
  assert.deepEqual([to, subject], [['bob@home.example'], 'Your turn: Famiglia']);
  const [link] = /http\S+\/t\/[\w-]+/.exec(text) ?? [''];
  assert.ok(link.endsWith(table), text);
  return link;
}

/** A mailbox is entered on the page, and confirmed with the code that came. @param {{page: Page}} reader */
async function mailTo({page}) {
  await page.goto(house.url);
  await page.click('.alerts summary');
  await page.fill('.alerts input[type=email]', 'bob@home.example');
  await page.click('.alerts form:has(input[type=email]) button');
  await page.waitForSelector('.alerts .way[data-way=mail]');
  const code = await eventually(() => /\d{8}/.exec(mail.got.at(-1)?.text ?? '')?.[0], 'a code');
  await page.fill('.alerts input[inputmode=numeric]', code ?? '');
  await page.click('.alerts form:has(input[inputmode=numeric]) button');
  await page.waitForSelector('.alerts input[inputmode=numeric]', {state: 'detached'});
}

// -- What a browser shows ------------------------------------------------------------------------------------------

test('the service worker shows what was sent, and a tap opens the table', async t => {
  if (!existsSync(CLOCK)) return t.skip('no moved clock here');
  const eve = await newPerson('Eve', {language: 'nl', size: SIZES.phone}),
    joe = await newPerson('Joe', {});
  t.after(() => Promise.all([eve.close(), joe.close()]));
  const origin = new URL(house.url).origin,
    {page} = eve,
    first = push.got.length;
  await eve.context.grantPermissions(['notifications'], {origin});
  await ask('POST', 'api/me/alerts/push', push.subscription(), eve.session);
  await ask('PATCH', 'api/me/alerts', {language: 'nl'}, eve.session);
  /** Tables at which it is Eve's turn. Joe sits down last, so it is he who has the cards dealt; who begins is chance's. @param {number} n */
  const deal = async n => {
    for (let i = 0; i < 24 && n > 0; i++) {
      const wish = {game: 'famiglia', players: 2, seats: [{kind: 'me'}, {kind: 'open'}]},
        {id} = await ask('POST', 'api/tables', wish, eve.session);
      await ask('POST', `api/tables/${id}/seats/1`, {name: 'Joe'}, joe.session);
      if ((await ask('GET', `api/tables/${id}`, undefined, eve.session)).turn.yours) n--;
    }
  };
  await deal(1);
  await eventually(() => push.got[first], 'the first message');
  await deal(2); // too soon after it: they wait
  clock.pass(2);
  await eventually(() => push.got[first + 1], 'one message for two tables');
  const sent = push.got.slice(first),
    [one, many] = sent;
  assert.equal(one.title, 'Jij bent aan de beurt: Famiglia');
  assert.deepEqual([many.title, many.tag, many.link], ['Nieuws van 2 tafels', 'tables', house.url]);
  await page.goto(house.url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const worker = eve.context.serviceWorkers()[0] ?? (await eve.context.waitForEvent('serviceworker')),
    cdp = await eve.context.newCDPSession(page),
    registration = /** @type {Promise<string>} */ (
      new Promise(done =>
        cdp.on('ServiceWorker.workerRegistrationUpdated', ({registrations: [r]}) => r && done(r.registrationId)),
      )
    );
  await cdp.send('ServiceWorker.enable');
  const registrationId = await registration;
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(n => ({
        title: n.title,
        body: n.body,
        tag: n.tag,
        link: n.data.link,
      })),
    );
  for (const message of sent) {
    let tries = 0; // a worker that is just beginning may miss it: a push service would send it again, too
    const found = await eventually(async () => {
      if (tries++ % 100 === 0)
        await cdp.send('ServiceWorker.deliverPushMessage', {origin, registrationId, data: JSON.stringify(message)});
      return (await shown()).find(n => n.tag === message.tag);
    }, 'a notification');
    assert.deepEqual(found, message);
  }
  // A tap. Browsers open and focus windows for real taps only, so what would be done is written down.
  const tap = (/** @type {string} */ tag) =>
    worker.evaluate(async tag => {
      const self = /** @type {any} */ (globalThis),
        done = /** @type {string[]} */ ([]);
      self.clients.openWindow = async (/** @type {string} */ url) => void done.push(`opens ${url}`);
      self.WindowClient.prototype.focus = async function () {
        done.push(`shows ${this.url}`);
      };
      const [notification] = await self.registration.getNotifications({tag});
      await new Promise(settled => {
        const event = new self.NotificationEvent('notificationclick', {notification});
        event.waitUntil = (/** @type {Promise<any>} */ p) => void p.then(settled, settled);
        self.dispatchEvent(event);
      });
      return [...done, (await self.registration.getNotifications({tag})).length];
    }, tag);
  assert.deepEqual(await tap(one.tag), [`opens ${one.link}`, 0]);
  assert.deepEqual(await tap(many.tag), [`shows ${house.url}`, 0], 'a page that is open comes to the front');
  await page.goto(one.link);
  await page.waitForSelector('.table.my-turn');
  checkQuiet(eve);
});

test('a table is muted in its menu, and heard of again', async t => {
  const reader = await newPerson('Mia', {language: 'de', size: SIZES.phone}),
    {page, session} = reader;
  t.after(() => reader.close());
  const other = (await ask('POST', 'api/accounts', {name: 'Max', password: 'correct horse'})).session,
    {id} = await ask(
      'POST',
      'api/tables',
      {game: 'famiglia', players: 2, seats: [{kind: 'me'}, {kind: 'open'}]},
      session,
    );
  await ask('POST', `api/tables/${id}/seats/1`, {name: 'Max'}, other);
  await page.goto(`${house.url}table.html?t=${id}`);
  await page.waitForSelector('.table[data-seq]');
  await page.click('.menu');
  assert.equal(await page.locator('.mute').isVisible(), false, 'nothing is told anyway');
  await ask('POST', 'api/me/alerts/push', push.subscription(), session);
  await page.reload();
  await page.waitForSelector('.table[data-seq]');
  await page.click('.menu');
  await page.waitForSelector('.mute:visible');
  await shoot(page, 'mute-de-phone');
  await checkFits(page, 'the menu');
  await page.click('.mute');
  await eventually(
    async () => (await ask('GET', 'api/me/alerts', undefined, session)).muted.includes(id),
    'that it is muted',
  );
  await page.goto(house.url);
  await page.click('.alerts summary');
  await page.waitForSelector('.alerts .muted');
  await checkAxe(page, 'muted');
  await shoot(page, 'alerts-muted-de-phone', true);
  await page.click('.alerts .muted button');
  await page.waitForSelector('.alerts .muted', {state: 'detached'});
  assert.deepEqual((await ask('GET', 'api/me/alerts', undefined, session)).muted, []);
  checkQuiet(reader);
});
