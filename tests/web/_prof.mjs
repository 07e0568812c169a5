import {openHouse, newReader, openLocalTable, playOn, openBrowser} from './page_kit.mjs';
const house = await openHouse(), browser = await openBrowser();
const g = process.argv[2];
try {
  const r = await newReader(browser, {motion: process.argv[3] === 'motion'});
  await openLocalTable(r, house.url, g, {famiglia:2,gangster:3,chicago:3,chicago_gangsters:4}[g]);
  const cdp = await r.context.newCDPSession(r.page);
  await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', {interval: 500}); await cdp.send('Profiler.start');
  const c = await playOn(r.page, {moves: 30, ms: 30000});
  const {profile} = await cdp.send('Profiler.stop');
  console.log(JSON.stringify(c));
  const self = new Map(), dt = profile.timeDeltas; const byId = new Map(profile.nodes.map(n => [n.id, n]));
  profile.samples.forEach((s, i) => { const n = byId.get(s), k = `${n.callFrame.functionName} ${n.callFrame.url.split('/').pop()}:${n.callFrame.lineNumber}`; self.set(k, (self.get(k) ?? 0) + dt[i] / 1000); });
  for (const [k, v] of [...self].sort((a, b) => b[1] - a[1]).slice(0, 18)) console.log(v.toFixed(0).padStart(6), k);
} finally { await browser.close(); await house.close(); }
