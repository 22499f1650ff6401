/** The engine in a worker thread. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Draughts, variants } from 'damier';
import { analyse, close } from 'damier/engine';

after(close);

test('it finds a shot, in several lines, and gets deeper', async () => {
  const game = new Draughts('W:W33,38,39,40,45,50:B1,6,12,13,14,23,24');
  const depths = [];
  for await (const { depth, lines } of analyse(game, { depth: 9, lines: 2 })) {
    depths.push(depth);
    assert.ok(lines.length <= 2);
  }
  assert.equal(depths.at(-1), 9);
  const heard = [];
  const { best, done, lines } = await analyse(game, { depth: 9 }, (analysis) => heard.push(analysis)).result;
  assert.deepEqual([best.text, done, lines[0].moves[0]], ['33-28', true, '33-28']);
  assert.equal(heard.at(-1).done, true);
});

test('it never blocks the caller', async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  await analyse(new Draughts(), { time: 300 }).result;
  clearInterval(timer);
  assert.ok(ticks > 20, `${ticks} ticks`);
});

test('a search is stopped, aborted, and left', async () => {
  const game = new Draughts();
  const stopped = analyse(game, { time: Infinity });
  stopped.stop();
  assert.equal((await stopped.result).done, true);

  const controller = new AbortController();
  const aborted = analyse(game, { time: Infinity, signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  await assert.rejects(aborted.result, { name: 'AbortError' });
  const asked = performance.now();
  await analyse(game, { depth: 2 }).result;
  assert.ok(performance.now() - asked < 2_000, 'the aborted search does not hold up the next one');
  await assert.rejects(async () => {
    for await (const _ of analyse(game, { signal: AbortSignal.abort() })) assert.fail();
  }, { name: 'AbortError' });

  const left = analyse(game, { time: Infinity });
  for await (const _ of left) break;
  assert.equal((await left.result).done, true);
});

test('it plays every game, also one that is over', async () => {
  for (const { id } of variants()) {
    const game = new Draughts({ variant: id });
    const { best } = await analyse(game, { nodes: 500 }).result;
    assert.equal(game.explain(best), null, id);
  }
  const over = await analyse(new Draughts('W:W6:B1'), { depth: 3 }).result;
  assert.equal(over.best, null);
});

test('each loop over a search gets every analysis', async () => {
  const search = analyse(new Draughts(), { depth: 6 });
  const depths = async () => {
    const list = [];
    for await (const { depth } of search) list.push(depth);
    return list;
  };
  const [one, two] = await Promise.all([depths(), depths()]);
  assert.deepEqual(one, two);
  assert.equal(one.at(-1), 6);
  assert.deepEqual(await depths(), one);
});

test('an error in the callback ends the search', async () => {
  const thrown = new Error('mine');
  const search = analyse(new Draughts(), { depth: 6 }, () => {
    throw thrown;
  });
  await assert.rejects(search.result, thrown);
  await assert.rejects(async () => {
    for await (const _ of search);
  }, thrown);
  assert.equal((await analyse(new Draughts(), { depth: 3 }).result).depth, 3);
});

test('limits are checked', async () => {
  const game = new Draughts();
  for (const wrong of [{ depth: 0 }, { depth: 1.5 }, { nodes: -1 }, { lines: 1e9 }, { level: 11 }, { time: NaN }, { time: '1' }, null]) {
    assert.throws(() => analyse(game, wrong), { name: 'DraughtsError' });
  }
  assert.throws(() => analyse({}, {}), { name: 'DraughtsError' });
});

test('it works again after it was closed', async () => {
  const running = analyse(new Draughts(), { time: Infinity });
  close();
  await assert.rejects(running.result, { code: 'closed' });
  assert.ok((await analyse(new Draughts(), { depth: 2 }).result).best);
});
