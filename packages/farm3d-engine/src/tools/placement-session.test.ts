import { beforeEach, describe, expect, test, vi } from 'vitest';
import { KeyboardPlacement } from './keyboard-placement.ts';
import { Snapping } from './snapping.ts';
import { TestElement } from './test-page.ts';
import { BARN, PROBE, testPlacement, testPreview } from './test-placement.ts';

beforeEach(() => void vi.stubGlobal('HTMLElement', TestElement));

function begin(item = PROBE) {
  const page = testPlacement({ hasPlot: true });
  const session = new KeyboardPlacement(page.context, item, page.listener, new Snapping());
  page.news();
  return { ...page, session };
}

test.each(['inside', 'outside', 'house'])('what is in the scene already (%s) is refused', (id) => {
  const page = testPlacement();
  expect(() => new KeyboardPlacement(page.context, { ...PROBE, id }, page.listener, new Snapping())).toThrow(
    expect.objectContaining({ code: 'duplicate-equipment', details: { id } }),
  );
  expect([page.ghosts(), page.view.listenerCount, page.news()]).toEqual([[], 0, []]);
});

test('it tells what it places, and whether it lasts', () => {
  const { session } = begin();
  expect([session.item, session.isActive, session.obstacle]).toEqual([PROBE, true, null]);
  session.cancel('disposed');
  expect(session.isActive).toBe(false);
});

test('it is placed once', () => {
  const { session, news, undoSteps } = begin();
  expect([session.place(), session.place()]).toEqual([true, false]);
  session.cancel();
  expect(news()).toMatchObject([['placed', 'probe', null, {}]]);
  expect(undoSteps()).toBe(1);
});

test('it is cancelled once, by the host if nobody else is named', () => {
  const { session, news } = begin();
  session.cancel();
  session.cancel('escape');
  expect(session.place()).toBe(false);
  expect(news()).toEqual([['cancelled', 'probe', 'host']]);
});

test.each([
  [PROBE, 'add-equipment'],
  [BARN, 'add-child-scene'],
])('the step has the name of what was done: %s', (item, label) => {
  const { session, context } = begin(item);
  session.place();
  expect(context.document.historyState().label).toBe(label);
});

describe('while it lasts', () => {
  test('another user places the device: it is cancelled, and that stays', () => {
    const { session, news, context } = begin();
    const { position, rotation, scale } = context.document.get('outside')!;
    context.document.transact(
      'add',
      (transaction) =>
        transaction.add({ id: 'probe', parentId: 'house', position, rotation, scale, extra: {} }),
      { source: 'remote' },
    );
    expect(news()).toEqual([['cancelled', 'probe', 'already-placed']]);
    expect(session.isActive).toBe(false);
    expect(context.document.get('probe')?.parentId).toBe('house');
  });

  test('another user places the scene: the same', () => {
    const { news, context } = begin(BARN);
    const { position, rotation, scale } = context.document.get('outside')!;
    context.document.transact(
      'add',
      (transaction) =>
        transaction.addChildScene({ id: 'barn', name: '', position, rotation, scale, extra: {} }),
      { source: 'remote' },
    );
    expect(news()).toEqual([['cancelled', 'barn', 'already-placed']]);
  });

  test('another change does not matter', () => {
    const { session, news, context } = begin();
    context.document.transact('remove', (transaction) => transaction.remove('outside'), { source: 'remote' });
    expect([session.isActive, news()]).toEqual([true, []]);
  });
});

describe('its model', () => {
  test('is shown when it is loaded', async () => {
    const { previews, ghosts, state } = begin();
    const { model } = testPreview();
    expect(previews.map(({ path }) => path)).toEqual(['probe.glb']);
    state.frames.length = 0;
    previews[0]?.resolve(model);
    await vi.waitFor(() => expect(ghosts()[0]?.children).toContain(model.object));
    expect(state.frames).toEqual(['placement']);
  });

  test('is the fallback where there is none', () => {
    expect(begin(BARN).previews.map(({ path }) => path)).toEqual([null]);
  });

  test('is not loaded any more after the end, and one that comes late is given back', async () => {
    const { previews, session } = begin();
    const { model, state } = testPreview();
    expect(previews[0]?.signal.aborted).toBe(false);
    session.cancel();
    expect(previews[0]?.signal.aborted).toBe(true);
    previews[0]?.resolve(model);
    await vi.waitFor(() => expect(state.released).toBe(1));
  });

  test('is given back at the end, with a frame without it', async () => {
    const { previews, session, ghosts, state: page } = begin();
    const { model, state } = testPreview();
    previews[0]?.resolve(model);
    await vi.waitFor(() => expect(ghosts()[0]?.children).toContain(model.object));
    page.frames.length = 0;
    session.cancel();
    expect([state.released, ghosts(), page.frames]).toEqual([1, [], ['placement']]);
  });

  test('that cannot be loaded leaves the pin', async () => {
    const page = testPlacement();
    Object.assign(page.context, { createPreview: () => Promise.reject(new Error('aborted')) });
    const session = new KeyboardPlacement(page.context, PROBE, page.listener, new Snapping());
    await Promise.resolve();
    expect([session.isActive, page.ghosts()[0]?.children.length]).toEqual([true, 4]);
  });
});
