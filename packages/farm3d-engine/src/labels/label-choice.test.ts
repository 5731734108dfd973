import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../core/random.ts';
import { LabelChoice, type LabelLimits } from './label-choice.ts';
import { PILL, Tier } from './label-content.ts';
import { LabelStore } from './label-store.ts';

const WIDTH = 1200;
const HEIGHT = 800;
const LIMITS: LabelLimits = { elements: 20, drawn: 40, dots: 300, pillDistance: 160 };

function cameraAt(x: number, y: number, z: number): PerspectiveCamera {
  const camera = new PerspectiveCamera(75, WIDTH / HEIGHT, 0.1, 60_000);
  camera.position.set(x, y, z);
  camera.lookAt(0, 0, 0);
  camera.updateMatrixWorld();
  return camera;
}

function viewProjection(camera: PerspectiveCamera): number[] {
  return camera.projectionMatrix.clone().multiply(camera.matrixWorldInverse).toArray();
}

/** A field of labels, as many as there are devices on a large farm. */
function field(count: number, seed = 1): LabelStore {
  const random = createRandom(seed);
  const store = new LabelStore();
  for (let i = 0; i < count; i++) {
    const position = { x: (random() - 0.5) * 200, y: 1 + random() * 2, z: (random() - 0.5) * 200 };
    store.set(`t${i}`, position, { name: `t${i}` }, 60 + random() * 120);
  }
  return store;
}

function shownIds(store: LabelStore, choice: LabelChoice): string[] {
  return [...choice.elements, ...choice.drawn, ...choice.dots].map((slot) => store.ids[slot]!);
}

function distanceOf(store: LabelStore, slot: number, camera: PerspectiveCamera): number {
  const at = new Vector3().fromArray(store.positions, slot * 3);
  return -at.applyMatrix4(camera.matrixWorldInverse).z;
}

describe('LabelChoice', () => {
  it('puts a label where the camera projects its anchor', () => {
    const store = new LabelStore();
    store.set('middle', { x: 0, y: 0, z: 0 }, { name: 'middle' }, 80);
    store.set('right', { x: 5, y: 0, z: 0 }, { name: 'right' }, 80);
    const camera = cameraAt(0, 0, 10);
    new LabelChoice().choose(store, viewProjection(camera), WIDTH, HEIGHT, LIMITS);
    expect([store.screenX[0], store.screenY[0]]).toEqual([WIDTH / 2, HEIGHT / 2]);
    // Ten metres away half of the frame's height is 10 · tan 37.5° metres.
    const pixelsPerMetre = HEIGHT / 2 / (10 * Math.tan((75 * Math.PI) / 360));
    expect(store.screenX[1]).toBeCloseTo(WIDTH / 2 + 5 * pixelsPerMetre, 3);
  });

  it('shows nothing behind the camera or outside the viewport', () => {
    const store = new LabelStore();
    store.set('behind', { x: 0, y: 0, z: 20 }, { name: 'behind' }, 80);
    store.set('beside', { x: 100, y: 0, z: 0 }, { name: 'beside' }, 80);
    const choice = new LabelChoice();
    choice.choose(store, viewProjection(cameraAt(0, 0, 10)), WIDTH, HEIGHT, LIMITS);
    expect(shownIds(store, choice)).toEqual([]);
  });

  it('with ten thousand labels, no pills overlap and no dot is under a pill', () => {
    const store = field(10_000);
    const choice = new LabelChoice();
    choice.choose(store, viewProjection(cameraAt(60, 40, 60)), WIDTH, HEIGHT, LIMITS);
    const pills = [...choice.elements, ...choice.drawn].map((slot) => ({
      left: store.screenX[slot]! - store.widths[slot]! / 2,
      right: store.screenX[slot]! + store.widths[slot]! / 2,
      bottom: store.screenY[slot]! - PILL.stem,
    }));
    expect(choice.elements).toHaveLength(LIMITS.elements);
    expect(choice.drawn).toHaveLength(LIMITS.drawn);
    expect(choice.dots).toHaveLength(LIMITS.dots);
    for (const [i, a] of pills.entries()) {
      for (const b of pills.slice(i + 1)) {
        const isApart =
          a.right <= b.left || b.right <= a.left || Math.abs(a.bottom - b.bottom) >= PILL.height;
        expect(isApart, JSON.stringify([a, b])).toBe(true);
      }
      for (const slot of choice.dots) {
        const [x, y] = [store.screenX[slot]!, store.screenY[slot]!];
        expect(x > a.left && x < a.right && y < a.bottom && y > a.bottom - PILL.height).toBe(false);
      }
    }
  });

  it('the nearest labels are pills: a dot is farther away than the pill that covers its place', () => {
    const store = field(2_000, 7);
    const camera = cameraAt(50, 30, 50);
    const choice = new LabelChoice();
    const limits = { ...LIMITS, elements: 10_000 };
    choice.choose(store, viewProjection(camera), WIDTH, HEIGHT, limits);
    const pills = choice.elements;
    for (const dot of choice.dots) {
      const distance = distanceOf(store, dot, camera);
      if (distance > limits.pillDistance) continue;
      const left = store.screenX[dot]! - store.widths[dot]! / 2;
      const inTheWay = pills.filter(
        (slot) =>
          // Closer than the sizes of both dots and the margin that a new one needs.
          Math.abs(store.screenX[slot]! - left - store.widths[dot]! / 2) <
            (store.widths[slot]! + store.widths[dot]!) / 2 + 34 &&
          Math.abs(store.screenY[slot]! - store.screenY[dot]!) < PILL.height + PILL.stem + 34,
      );
      expect(inTheWay.some((slot) => distanceOf(store, slot, camera) <= distance * 1.02)).toBe(true);
    }
  });

  it('pinned labels are shown before nearer ones, without limit', () => {
    const store = field(5_000, 3);
    const camera = cameraAt(60, 40, 60);
    store.set('pinned', { x: -60, y: 2, z: -60 }, { name: 'pinned' }, 90);
    store.set('also', { x: -60, y: 2, z: -60 }, { name: 'also' }, 90);
    for (const id of ['pinned', 'also']) store.setPinned(store.slotOf(id)!, true);
    const choice = new LabelChoice();
    for (const limits of [LIMITS, { elements: 0, drawn: 0, dots: 0, pillDistance: 0 }]) {
      choice.choose(store, viewProjection(camera), WIDTH, HEIGHT, limits);
      const elements = choice.elements.map((slot) => store.ids[slot]);
      expect(elements).toContain('pinned');
      expect(elements).toContain('also');
    }
    expect(choice.elements).toHaveLength(2);
  });

  it('is identical for an identical view, including the order', () => {
    const [a, b] = [field(3_000, 5), field(3_000, 5)];
    const matrix = viewProjection(cameraAt(40, 30, 60));
    const [first, second] = [new LabelChoice(), new LabelChoice()];
    first.choose(a, matrix, WIDTH, HEIGHT, LIMITS);
    second.choose(b, matrix, WIDTH, HEIGHT, LIMITS);
    expect(shownIds(a, first)).toEqual(shownIds(b, second));
  });

  it('does not flicker under small camera movements', () => {
    const store = field(10_000, 11);
    const choice = new LabelChoice();
    choice.choose(store, viewProjection(cameraAt(60, 40, 60)), WIDTH, HEIGHT, LIMITS);
    // The first choice may change once: visible labels need a smaller margin than new ones.
    choice.choose(store, viewProjection(cameraAt(60, 40, 60)), WIDTH, HEIGHT, LIMITS);
    const pills = () => [...choice.elements, ...choice.drawn].toSorted((a, b) => a - b);
    const before = pills();
    for (let i = 0; i < 40; i++) {
      const jitter = (i % 2 ? 1 : -1) * 0.02;
      choice.choose(store, viewProjection(cameraAt(60 + jitter, 40, 60 - jitter)), WIDTH, HEIGHT, LIMITS);
      expect(pills()).toEqual(before);
    }
  });

  it('on a slow orbit labels change a fraction as often as without hysteresis', () => {
    const changes = (hasMemory: boolean): number => {
      const store = field(10_000, 13);
      const choice = new LabelChoice();
      const lastChange = new Map<string, number>();
      let before = new Set<string>();
      let count = 0;
      for (let frame = 0; frame < 180; frame++) {
        // Six degrees a second at 60 frames a second.
        const angle = (frame * 0.1 * Math.PI) / 180;
        if (!hasMemory) store.tiers.fill(Tier.none);
        const camera = cameraAt(85 * Math.sin(angle), 40, 85 * Math.cos(angle));
        choice.choose(store, viewProjection(camera), WIDTH, HEIGHT, LIMITS);
        const now = new Set([...choice.elements, ...choice.drawn].map((slot) => store.ids[slot]!));
        for (const id of new Set([...now, ...before])) {
          if (frame === 0 || now.has(id) === before.has(id)) continue;
          // A label that changes twice within a second flickers.
          if (frame - (lastChange.get(id) ?? -Infinity) < 60) count++;
          lastChange.set(id, frame);
        }
        before = now;
      }
      return count;
    };
    expect(changes(true) * 5).toBeLessThan(changes(false));
  });

  it('reports for each label how it is shown', () => {
    const store = field(500, 2);
    const choice = new LabelChoice();
    choice.choose(store, viewProjection(cameraAt(60, 40, 60)), WIDTH, HEIGHT, LIMITS);
    const count = (tier: number) => [...store.ids.keys()].filter((slot) => store.tiers[slot] === tier).length;
    expect(count(Tier.element)).toBe(choice.elements.length);
    expect(count(Tier.drawn)).toBe(choice.drawn.length);
    expect(count(Tier.dot)).toBe(choice.dots.length);
  });
});
