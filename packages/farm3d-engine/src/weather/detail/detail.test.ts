import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  ShaderChunk,
  ShaderLib,
  Vector2,
  Vector4,
} from 'three';
import { describe, expect, it } from 'vitest';
import { minifyShader } from '../../../scripts/minify-shaders.ts';
import { MORNING } from '../../view/atmosphere.ts';
import { Grass } from '../../view/grass.ts';
import { patchMaterial } from '../../view/surface.ts';
import { atmosphereOf } from '../atmosphere-of.ts';
import { LOOKS } from '../look.ts';
import { definesOf } from './detail-defines.ts';
import { createDetailMap } from './detail-map.ts';
import { Drying, graded, hazeOf } from './grade.ts';
import { type DetailKind, type DetailShader, leafyLights, patchDetail } from './patch-shader.ts';
import { LAMPS, windowLamps } from './window-lamps.ts';

const ALL = { ground: true, leaves: true, air: true };
const NOON = { elevation: 50, azimuth: 180 };
const MIDNIGHT = { elevation: -40, azimuth: 10 };
const brightness = ({ r, g, b }: { r: number; g: number; b: number }) => 0.21 * r + 0.72 * g + 0.07 * b;

describe('the map of the ground', () => {
  it('repeats without a seam, uses its range, and is the same for the same seed', async () => {
    const [map, again] = [await createDetailMap(7), await createDetailMap(7)];
    const { width, height, data } = map.image as { width: number; height: number; data: Uint8Array };
    expect((again.image as { data: Uint8Array }).data).toEqual(data);
    for (let channel = 0; channel < 4; channel++) {
      const at = (x: number, y: number) => data[(y * width + x) * 4 + channel]!;
      let [inside, seam, sum] = [0, 0, 0];
      for (let y = 0; y < height; y++) {
        seam += Math.abs(at(0, y) - at(width - 1, y)) / height;
        for (let x = 1; x < width; x++) {
          inside += Math.abs(at(x, y) - at(x - 1, y)) / (height * (width - 1));
          sum += at(x, y) / (height * (width - 1));
        }
      }
      // The step over the edge is one like the others.
      expect(seam, `channel ${channel}`).toBeLessThan(inside * 1.6 + 1);
      expect(sum).toBeGreaterThan(40);
      expect(sum).toBeLessThan(190);
    }
  });
});

describe('the light of medium and high', () => {
  it('snow by day is brighter than rain, and has a sun that casts shadows', () => {
    const [snow, rain] = [graded(atmosphereOf(LOOKS.snow, NOON)), graded(atmosphereOf(LOOKS.rain, NOON))];
    expect(brightness(snow.horizon)).toBeGreaterThan(brightness(rain.horizon) * 1.3);
    expect(snow.lightIntensity).toBeGreaterThan(1.5);
    // Shade on snow is blue.
    expect(snow.skyLight.b).toBeGreaterThan(snow.skyLight.r);
  });

  it('at night the moon outweighs the ambient light, and by day nothing of the night is left', () => {
    const plain = atmosphereOf(LOOKS.sunny, MIDNIGHT);
    const night = graded(plain);
    expect(night.lightIntensity).toBeGreaterThan(plain.lightIntensity * 2);
    expect(night.ambientIntensity).toBeLessThan(plain.ambientIntensity);
    expect(graded(MORNING).lightColor.getHexString()).toBe(MORNING.lightColor.getHexString());
  });

  it('changes smoothly through the day', () => {
    let last = graded(atmosphereOf(LOOKS.snow, { elevation: -40, azimuth: 200 }));
    for (let elevation = -39.75; elevation < 70; elevation += 0.25) {
      const air = graded(atmosphereOf(LOOKS.snow, { elevation, azimuth: 200 }));
      expect(Math.abs(air.lightIntensity - last.lightIntensity), `light at ${elevation}°`).toBeLessThan(0.3);
      expect(Math.abs(air.ambientIntensity - last.ambientIntensity)).toBeLessThan(0.12);
      last = air;
    }
  });

  it('rain thickens the haze', () => {
    const [clear, rain] = [LOOKS.sunny, LOOKS.rain].map((look) => hazeOf(atmosphereOf(look, NOON)));
    expect(rain!.density).toBeGreaterThan(clear!.density * 2);
  });

  it('wet ground dries within half an hour, and is wet again at once', () => {
    const drying = new Drying();
    expect(drying.follow(1, 0)).toBe(1);
    const later = drying.follow(0, 5 * 60_000);
    expect(later).toBeGreaterThan(0.5);
    expect(later).toBeLessThan(0.95);
    expect(drying.follow(0, 31 * 60_000)).toBe(0);
    expect(drying.follow(0.8, 32 * 60_000)).toBe(0.8);
  });
});

it('two windows of one wall are one lamp before it, larger windows first; the rest is dark', () => {
  const base = new Group();
  const pane = (x: number, z: number, size: number, name = 'window') => {
    const geometry = new BufferGeometry();
    const corners = [x, 1, z, x + size, 1, z, x, 1 + size, z];
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
    base.add(new Mesh(geometry, new MeshStandardMaterial({ name })));
  };
  pane(0, 0, 1);
  pane(1.5, 0, 1);
  pane(30, 5, 2);
  pane(-20, 0, 3, 'film');
  base.updateMatrixWorld(true);
  const lamps = windowLamps(base);
  expect(lamps).toHaveLength(LAMPS);
  expect(lamps.map(({ place }) => place.w > 0)).toEqual([true, true, false, false, false, false]);
  expect(lamps[0]!.place.x).toBeGreaterThan(29);
  expect(lamps[1]!.face.z).toBeCloseTo(1, 6);
  expect(lamps[1]!.place.z).toBeCloseTo(0.35, 6);
});

const TRAITS = { isLeafy: false, isBase: false, isStill: false, options: ALL };

describe('the defines of a tier', () => {
  const kinds: readonly DetailKind[] = ['ground', 'grass', 'tree', 'leafy', 'solid', 'sheer'];

  it.each(kinds)('medium draws %s with fewer taps than high, and without its fine parts', (kind) => {
    const [medium, high] = (['medium', 'high'] as const).map((tier) => definesOf(kind, tier, TRAITS));
    const taps = [medium, high].map((defines) => Number(defines!['DETAIL_TAPS']));
    if (kind === 'sheer') expect(taps).toEqual([0, 0]);
    else expect(taps[0]).toBeLessThan(taps[1]!);
    expect('DETAIL_FINE' in medium!).toBe(false);
    expect('DETAIL_FINE' in high!).toBe(true);
  });

  it('other effects are other programs', () => {
    const programs = [ALL, { ...ALL, ground: false }, { ...ALL, air: false }].map((options) =>
      JSON.stringify(definesOf('ground', 'high', { ...TRAITS, options })),
    );
    expect(new Set(programs).size).toBe(3);
  });

  it('kinds have programs of their own', () => {
    const programs = kinds.map((kind) => JSON.stringify(definesOf(kind, 'high', TRAITS)));
    expect(new Set(programs).size).toBe(kinds.length);
  });
});

describe('a shader', () => {
  const standard = (): DetailShader => ({
    uniforms: {},
    vertexShader: ShaderLib.physical.vertexShader,
    fragmentShader: ShaderLib.physical.fragmentShader,
  });

  it('of the surroundings gets ambient shade, lamps, haze, and on leaves light from behind', () => {
    const material = new MeshStandardMaterial({ name: 'leaf' });
    patchMaterial(material);
    const shader = standard();
    material.onBeforeCompile(shader as never, null as never);
    patchDetail(shader, 'leafy', { detailMap: { value: null } }, ALL);
    const { fragmentShader: text } = shader;
    for (const part of [
      'detailOpen(detailHere',
      'detailNight(detailHere',
      'detailThick',
      'detailBehind',
      'detailSnow(',
    ])
      expect(text, part).toContain(part);
    expect(text).not.toContain('#include <fog_fragment>');
    expect(text).not.toMatch(/vec3\(0?\.8, ?0?\.84, ?0?\.9\)/);
    expect(shader.uniforms['detailMap']).toBeDefined();
  });

  it.each(['lights_physical_pars_fragment', 'lights_lambert_pars_fragment'] as const)(
    'gets the light from behind also in the build, where the texts of three are minified: %s',
    (name) => {
      for (const chunk of [ShaderChunk[name], minifyShader(ShaderChunk[name])])
        expect(leafyLights(chunk).split('detailBehind')).toHaveLength(3);
    },
  );

  it('of grass has most tufts close to the camera, in the build, too', () => {
    const none = { value: new Vector4() };
    const grass = new Grass(1, { farmBase: none, farmLane: none, farmFocus: { value: new Vector2() } });
    const { vertexShader, fragmentShader } = ShaderLib.lambert;
    const shader: DetailShader = { uniforms: {}, vertexShader, fragmentShader };
    grass.mesh.material.onBeforeCompile(shader as never, null as never);
    for (const text of [shader.vertexShader, minifyShader(shader.vertexShader)]) {
      const patched = { ...shader, vertexShader: text };
      patchDetail(patched, 'grass', {}, ALL);
      expect(patched.vertexShader).toMatch(
        /tuftAt ?\+= ?farmFocus;\n[^]*tuftAt = mod\([^]*tuftSize ?= ?detailShort \*/,
      );
    }
    grass.dispose();
  });

  it('without the weather of surfaces stays as it is', () => {
    const shader = standard();
    const before = shader.fragmentShader;
    patchDetail(shader, 'solid', {}, ALL);
    expect(shader.fragmentShader).toBe(before);
  });
});
