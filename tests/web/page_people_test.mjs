// page_people_test.mjs: friends, crews and what can be done about somebody, as people do it: asked by name, accepted on a phone, here now, a crew
// joined by its link, "deal us in" and the invitation, a seat's menu at the table, a line of the chat, a report. By keyboard too; in
// three languages, on a desk and on a small phone; axe finds nothing.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {
  SIZES,
  checkAxe,
  checkFits,
  checkQuiet,
  newReader,
  openBrowser,
  openDrawer,
  openHouse,
  shoot,
  sitDown,
} from './page_kit.mjs';

/** @import {Reader} from './page_kit.mjs' */

/** @type {import('playwright-core').Browser} */ let browser;
/** @type {import('./page_kit.mjs').House} */ let house;
before(async () => {
  [browser, house] = await Promise.all([openBrowser(), openHouse()]);
});
after(async () => {
  await browser.close();
  await house.close();
});

/** Somebody with an account, signed in. @param {string} name @param {Parameters<typeof newReader>[1]} [how] */
async function person(name, how) {
  const answer = await fetch(`${house.url}api/accounts`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({name, password: 'correct horse'}),
    }),
    made = await answer.json();
  assert.equal(answer.status, 201, JSON.stringify(made));
  const reader = await newReader(browser, {name, ...how});
  await reader.context.addInitScript(kept => {
    if (location.protocol === 'http:') localStorage.setItem('speakeasy.session', kept);
  }, JSON.stringify(made));
  return {...reader, session: made.session};
}

/** @param {Reader} reader @param {string} where */
async function check(reader, where) {
  await checkFits(reader.page, where);
  await checkAxe(reader.page, where);
  await shoot(reader.page, `people-${where.replace(/\W+/g, '-')}`, true);
}

test('friends, a crew, and a table for it', async t => {
  const ann = await person('Ann'),
    bob = await person('Bob', {size: SIZES.small, language: 'de', touch: true}),
    all = [ann, bob];
  t.after(() => Promise.all(all.map(r => r.close())));
  const people = `${house.url}people.html`;
  await ann.page.goto(people);
  await ann.page.waitForSelector('.ask-friend');
  await ann.page.focus('.ask-friend input');
  await ann.page.keyboard.type('bob');
  await ann.page.keyboard.press('Enter');
  await ann.page.waitForSelector('.rows.asked li');
  await bob.page.goto(people);
  await bob.page.waitForSelector('[aria-label="Ann annehmen"]');
  await check(bob, 'asked de small');
  await bob.page.click('[aria-label="Ann annehmen"]');
  await bob.page.waitForSelector('.rows.friends li');
  await ann.page.reload();
  await ann.page.waitForSelector('.friends .presence[data-presence=here]');

  await ann.page.click('text="Make a crew"');
  await ann.page.fill('dialog input[name=crew]', 'The Usual Suspects');
  await checkAxe(ann.page, 'a new crew');
  await ann.page.click('dialog .main');
  await ann.page.waitForSelector('article.crew');
  await ann.page.click('.crew summary');
  const link = await ann.page.inputValue('.crew .link input');
  await check(ann, 'crew en desk');
  await bob.page.goto(link);
  await bob.page.waitForSelector('dialog.about-person .main');
  assert.match((await bob.page.textContent('dialog.about-person')) ?? '', /The Usual Suspects/);
  await bob.page.click('dialog.about-person .main');
  await bob.page.waitForSelector('article.crew');
  assert.ok(!bob.page.url().includes('crew='), 'the secret does not stay in the address');

  await ann.page.click('article.crew .crew-head .main');
  await ann.page.selectOption('dialog select[name=game]', 'famiglia');
  await checkAxe(ann.page, 'deal us in');
  await ann.page.click('dialog .main');
  await ann.page.waitForURL(/table\.html\?t=/);
  await ann.page.click('.invite-friends [data-friend=Bob]'); // and by name, once more: it is one invitation
  await ann.page.waitForSelector('.invite-friends button:disabled');
  await checkAxe(ann.page, 'waiting');
  await shoot(ann.page, 'people-waiting-en-desk');
  await bob.page.goto(house.url); // anywhere: the invitation is there
  await bob.page.waitForSelector('aside.invites a.button');
  await shoot(bob.page, 'people-invited-de-small');
  await checkAxe(bob.page, 'invited');
  const table = (await bob.page.getAttribute('aside.invites a.button', 'href')) ?? '';
  await sitDown(bob, house.url + table, 'Masked');
  await atTheTable(ann, bob);
  for (const reader of all) checkQuiet(reader);
});

/** What can be done about somebody at a table. @param {Reader} ann @param {Reader} bob */
async function atTheTable(ann, bob) {
  const seat = ann.page.locator('.seats li', {hasText: 'Masked'});
  await seat.locator('.unfold').waitFor();
  await openDrawer(bob.page, 'words');
  await bob.page.fill('form.chat input', 'you play like a cop');
  await bob.page.press('form.chat input', 'Enter');
  await openDrawer(ann.page, 'words');
  await ann.page.click('.lines .person');
  await ann.page.click('dialog button[value=report]');
  await ann.page.fill('dialog textarea', 'He insults me.');
  await checkAxe(ann.page, 'a report');
  await shoot(ann.page, 'people-report-en-desk');
  await ann.page.click('dialog .main');
  await ann.page.waitForSelector('.said-so');
  await seat.locator('.unfold').focus();
  await ann.page.keyboard.press('Enter');
  await shoot(ann.page, 'people-seat-en-desk');
  await seat.locator('.person').click();
  await checkAxe(ann.page, 'about somebody');
  await shoot(ann.page, 'people-about-en-desk');
  await ann.page.click('dialog button[value=block]');
  await ann.page.waitForSelector('.said-so:has-text("Masked")');
  await ann.page.waitForSelector('.lines li:has-text("cop")', {state: 'detached'}); // what was on the screen goes
  await bob.page.fill('form.chat input', 'hello?');
  await bob.page.press('form.chat input', 'Enter');
  await bob.page.waitForSelector('.lines li:has-text("hello?")');
  await ann.page.goto(`${house.url}people.html`);
  await ann.page.waitForSelector('text="Unblock"');
  assert.equal(await ann.page.locator('.friends li').count(), 0, 'no friend any more');
}

test('every language and size; whoever is not signed in', async t => {
  const eve = await person('Eve', {language: 'nl', dark: true}),
    dan = await person('Dan', {size: SIZES.small}),
    guest = await newReader(browser, {language: 'de', size: SIZES.small});
  t.after(() => Promise.all([eve, dan, guest].map(r => r.close())));
  await guest.page.goto(`${house.url}people.html`);
  await guest.page.waitForSelector('.account button');
  await check(guest, 'guest de small');
  const post = (/** @type {string} */ path, /** @type {object} */ body, /** @type {string} */ session) =>
    fetch(house.url + path, {
      method: 'POST',
      headers: {'Content-Type': 'application/json', Authorization: `Bearer ${session}`},
      body: JSON.stringify(body),
    });
  await post('api/crews', {name: 'Night shift'}, eve.session);
  await post('api/me/people', {do: 'ask', name: 'Eve'}, dan.session);
  for (const [reader, where] of /** @type {[Reader, string][]} */ ([
    [eve, 'all nl desk'],
    [dan, 'all en small'],
  ])) {
    await reader.page.goto(`${house.url}people.html`);
    await reader.page.waitForSelector('.ask-friend');
    for (const summary of await reader.page.locator('.crew summary').all()) await summary.click();
    await check(reader, where);
    checkQuiet(reader);
  }
  await dan.page.goto(`${house.url}person.html?name=Eve`);
  await dan.page.waitForSelector('.league .buttons button');
  await check(dan, 'profile en small');
  await eve.page.selectOption('select[name=profile]', 'nobody');
  await eve.page.waitForFunction(() => true);
  for (let i = 0; i < 100; i++) {
    const answer = await fetch(`${house.url}api/people/Eve`);
    if (answer.status === 404) break;
    await new Promise(done => setTimeout(done, 50));
  }
  await dan.page.reload();
  await dan.page.waitForSelector('.league .nothing');
});
