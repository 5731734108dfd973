import { geoConicConformal, geoMercator } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import type { MapError } from './faults.ts';
import { makeRegionPack, unpackRegionPack } from './make-pack.ts';
import { createMercator, createProjection, describeProjection, type MapProjection } from './projection.ts';
import { isRegionPack, readRegionPack } from './region-pack.ts';
import { build, bytesOf, feature, polygon, square } from './test-maps.ts';

const features = [
  feature('甲', polygon(square(100, 30, 3), square(101, 31, 1)), { adcode: 1, level: 'city' }),
  feature('', polygon(square(100, 30, 3))),
  feature('乙', polygon(square(104, 30, 3))),
];
const file = bytesOf({ type: 'FeatureCollection', features });

/** A pack whose header says that the positions are elsewhere. */
function withPositions(pack: Uint8Array<ArrayBuffer>, place: [number, number]): Uint8Array<ArrayBuffer> {
  const length = new DataView(pack.buffer).getUint32(8, true);
  const text = new TextDecoder().decode(pack.subarray(12, 12 + length));
  const header = JSON.parse(text) as { sections: Record<string, [number, number]> };
  header.sections['positions'] = place;
  const changed = pack.slice();
  // Its length stays as it was.
  changed.set(new TextEncoder().encode(JSON.stringify(header).padEnd(length)), 12);
  return changed;
}

const spec = (projection: MapProjection = createMercator()) => describeProjection(projection)!;

describe('a region pack', () => {
  it('has exactly the content of the file', async () => {
    const { flat, stats } = await build(features);
    const { pack } = await makeRegionPack(file);
    const map = readRegionPack(pack, spec());
    expect(map.flat).toEqual(flat);
    expect(map.stats).toEqual(stats);
    expect(map.coarse).toBeNull();
    // Views of the pack's own buffer: nothing was copied.
    expect(map.flat.positions.buffer).toBe(pack.buffer);
  });

  it('can be read at any offset of a larger buffer', async () => {
    const { pack } = await makeRegionPack(file);
    const { flat } = readRegionPack(pack, spec());
    for (const [offset, isCopied] of [
      [3, true],
      [16, false],
    ] as const) {
      const within = new Uint8Array(pack.length + offset);
      within.set(pack, offset);
      const map = readRegionPack(within.subarray(offset), spec());
      expect(map.flat).toEqual(flat);
      expect(map.flat.positions.buffer !== within.buffer).toBe(isCopied);
    }
  });

  it('may be of an empty map', async () => {
    const { pack } = await makeRegionPack(bytesOf({ type: 'FeatureCollection', features: [] }));
    expect(readRegionPack(pack, spec()).flat.names).toEqual([]);
  });

  it('is refused for another projection, and when truncated or damaged', async () => {
    const { pack } = await makeRegionPack(file);
    const read = (bytes: Uint8Array<ArrayBuffer>, of = spec()) => {
      try {
        readRegionPack(bytes, of);
        return 'read';
      } catch (error) {
        const { fault, message } = error as MapError;
        return `${fault}: ${message}`;
      }
    };
    expect(read(pack, spec(geoMercator()))).toBe('other-projection: made for geoMercator');
    expect(read(pack.slice(0, pack.length - 9))).toMatch(/^invalid-pack: \w+ is cut off$/);
    expect(read(pack.slice(0, 40))).toMatch(/^invalid-pack: its header cannot be read/);
    expect(read(withPositions(pack, [-8, 2]))).toBe('invalid-pack: positions is cut off');
    expect(read(withPositions(pack, [0, -2]))).toBe('invalid-pack: positions is cut off');
    const newer = pack.slice();
    newer[4] = 9;
    expect(read(newer)).toBe('invalid-pack: version 9');
    expect(read(file)).toBe('invalid-pack: it does not begin as one');
    expect(isRegionPack(file)).toBe(false);
    expect(isRegionPack(pack.subarray(0, 11))).toBe(false);
    expect(isRegionPack(pack.subarray(0, 12))).toBe(true);
    await expect(makeRegionPack(file, ([x, y]) => [x, y])).rejects.toThrow(
      new RangeError('A region pack needs a projection of d3-geo.'),
    );
  });
});

describe('the way back from a region pack', () => {
  it('restores the file without features that are no regions, within a few metres', async () => {
    const { pack } = await makeRegionPack(file, geoConicConformal().parallels([25, 47]).rotate([-105, 0]));
    const unpacked = unpackRegionPack(pack);
    expect(unpacked.features.map(({ id, properties }) => [id, properties['name']])).toEqual([
      ['1', '甲'],
      ['feature-2', '乙'],
    ]);
    const [west] = unpacked.features;
    expect(west?.properties).toMatchObject({ adcode: 1, level: 'city' });
    const [[outer, hole]] = west!.geometry.coordinates as [[[number, number][], [number, number][]]];
    expect(outer).toHaveLength(5);
    expect(hole).toHaveLength(5);
    const corners = outer.map(([lng, lat]) => `${lng.toFixed(3)} ${lat.toFixed(3)}`);
    for (const corner of ['100.000 30.000', '103.000 33.000']) expect(corners).toContain(corner);
    expect(() => unpackRegionPack(pack.slice(0, 60))).toThrow();
  });

  it('is GeoJSON from which the same map is made', async () => {
    const { pack } = await makeRegionPack(file);
    const unpacked = unpackRegionPack(pack);
    expect(unpacked.type).toBe('FeatureCollection');
    expect(unpacked.features.map(({ type, geometry }) => [type, geometry.type])).toEqual([
      ['Feature', 'MultiPolygon'],
      ['Feature', 'MultiPolygon'],
    ]);
    const { stats } = await makeRegionPack(bytesOf(unpacked));
    expect(stats).toMatchObject({ regions: 2, polygons: 2, holes: 1, skipped: [] });
  });
});

describe('a projection as plain data', () => {
  it.each([
    createMercator(),
    geoMercator().center([10, 20]).rotate([30, 0]).reflectY(true).angle(12),
    geoConicConformal().parallels([25, 47]).rotate([-105, 0]).translate([5, 7]),
  ])('gives the same positions again (%#)', (projection) => {
    const again = createProjection(JSON.parse(JSON.stringify(spec(projection))) as ReturnType<typeof spec>);
    for (const place of [
      [104, 30.5],
      [-60, -20],
      [170, 66],
    ] as [number, number][]) {
      const [x, y] = projection(place)!;
      expect(again(place)![0]).toBeCloseTo(x, 9);
      expect(again(place)![1]).toBeCloseTo(y, 9);
    }
  });

  it('does not mistake a custom function for one of d3', () => {
    expect(describeProjection(([x, y]) => [x, -y])).toBeNull();
    const bent = Object.assign(
      (p: [number, number]) => [p[0] * 2, p[1]] as [number, number],
      createMercator(),
    );
    expect(describeProjection(bent)).toBeNull();
  });
});
