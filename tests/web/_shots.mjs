import {openHouse, newReader, openLocalTable, playOn, shoot, openBrowser, SIZES, GAMES} from './page_kit.mjs';
const house = await openHouse(), browser = await openBrowser();
const which = process.argv[2]?.split(',') ?? GAMES, moves = Number(process.argv[3] ?? 12);
try {
  for (const [size, language, dark] of [['desk','en',false],['phone','de',false],['small','nl',true]]) {
    const r = await newReader(browser, {size: SIZES[size], language, dark});
    if (which.includes('index')) { await r.page.goto(house.url); await r.page.waitForSelector('.games'); await r.page.waitForTimeout(300); await shoot(r.page, `index-${language}-${size}`, true); }
    if (which.includes('rules')) { await r.page.goto(house.url + 'rules.html?game=famiglia'); await r.page.waitForTimeout(300); await shoot(r.page, `rules-${language}-${size}`); }
    for (const g of which.filter(g => GAMES.includes(g))) {
      await openLocalTable(r, house.url, g, {famiglia:2,gangster:3,chicago:3,chicago_gangsters:4}[g]);
      await r.page.waitForTimeout(600);
      const t0 = Date.now();
      const came = await playOn(r.page, {moves, ms: 40000}).catch(e => String(e).slice(0, 600));
      console.log(g, size, JSON.stringify(came), Date.now() - t0);
      await r.page.evaluate(() => scrollTo(0,0));
      await shoot(r.page, `${g}-${language}-${size}`, size !== 'desk');
    }
    console.log(r.complaints.slice(0, 5));
    await r.close();
  }
} finally { await browser.close(); await house.close(); }
