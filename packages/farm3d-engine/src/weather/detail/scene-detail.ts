import {
  type DataTexture,
  type IUniform,
  type Object3D,
  type Scene,
  type Texture,
  Vector2,
  Vector3,
  Vector4,
} from 'three';
import type { ViewerContext } from '../../context/viewer-context.ts';
import type { Atmosphere } from '../../view/atmosphere.ts';
import type { InstancedMesh } from '../../resources/instanced-mesh.ts';
import { SURFACE } from '../../view/surface.ts';
import { CoverMap } from '../cover-map.ts';
import { createDetailMap } from './detail-map.ts';
import type { DetailTier } from './detail-defines.ts';
import type { DetailOptions } from './detail-options.ts';
import { DetailPatches } from './detail-patches.ts';
import { Drying, graded, hazeOf } from './grade.ts';
import {
  BIRDS,
  createBirds,
  createHalos,
  createSplashes,
  createSteam,
  PUFFS,
  SPLASHES,
} from './instanced-life.ts';
import { LAMPS, windowLamps } from './window-lamps.ts';

/** Side of the height map for ambient shade, texels. */
const HEIGHT_SIDE = 1024;

type Uniforms = ReturnType<typeof createUniforms>;

/**
 * One set for a scene: a material that gets a program again has the uniforms of the first time, whoever owns the effects
 * now.
 */
const ofScene = new WeakMap<Scene, Uniforms>();

function uniformsIn(scene: Scene, map: DataTexture, height: Texture): Uniforms {
  const present = ofScene.get(scene);
  if (!present) {
    const created = createUniforms(map, height);
    ofScene.set(scene, created);
    return created;
  }
  present.detailMap.value = map;
  present.detailHeight.value = height;
  present.detailHeightBox.value.set(0, 0, 0, 0);
  return present;
}

/** Uniforms of all that is added to shaders. */
function createUniforms(map: DataTexture, height: Texture) {
  return {
    detailMap: { value: map },
    detailHeight: { value: height },
    detailHeightBox: { value: new Vector4(0, 0, 0, 0) },
    detailSun: { value: new Vector4(0, 1, 0, 1) },
    detailSunlight: { value: new Vector3() },
    detailGlow: { value: new Vector4(0, 0, 0, 0) },
    detailHaze: { value: new Vector2() },
    detailHouse: { value: new Vector4(0, 0, 0, 0) },
    detailHouseGlow: { value: new Vector3() },
    detailLamps: { value: [] as Vector4[] },
    detailLampFaces: { value: [] as Vector3[] },
    detailFlow: { value: new Vector2() },
    detailTop: { value: 0 },
  };
}

/**
 * What the medium and high tiers draw beside the low one: detail of the ground, ambient shade, light through leaves, haze,
 * lamps by night, weather with a light of its own, and some life. Fetched when a tier needs it. It changes the shaders of
 * the scene's materials from outside: the low tier has neither its code nor its cost.
 */
export class SceneDetail {
  readonly #context: ViewerContext;
  readonly #options: Required<DetailOptions>;
  readonly #uniforms: Uniforms;
  readonly #height = new CoverMap(HEIGHT_SIDE, true);
  readonly #drying = new Drying();
  readonly #patches: DetailPatches;
  readonly #life: Readonly<Record<'birds' | 'steam' | 'splashes' | 'halos', InstancedMesh>>;
  #tier: DetailTier | null = null;
  #isHeightStale = true;

  /** Makes the map of the ground first. */
  static async create(context: ViewerContext, options: DetailOptions): Promise<SceneDetail | undefined> {
    const map = await createDetailMap(context.seed);
    return context.isDetached ? undefined : new SceneDetail(context, options, map);
  }

  private constructor(context: ViewerContext, options: DetailOptions, map: DataTexture) {
    this.#context = context;
    this.#options = { ground: true, leaves: true, air: true, life: true, ...options };
    this.#uniforms = uniformsIn(context.scene, map, this.#height.texture);
    this.#patches = new DetailPatches(context, this.#uniforms, this.#options);
    const sky = context.surroundings.sky.uniforms;
    const focus = new Vector2();
    const shared: Record<string, IUniform> = {
      ...sky,
      ...SURFACE,
      ...this.#uniforms,
      farmFocus: { value: focus },
    };
    this.#life = {
      birds: createBirds(context.seed, shared),
      steam: createSteam(context.seed, shared),
      splashes: createSplashes(context.seed, shared),
      halos: createHalos(context.seed, shared),
    };
    context.onBeforeRender(({ camera: { matrixWorld } }) => {
      const { elements: m } = matrixWorld;
      focus.set(m[12] - m[8] * 14, m[14] - m[10] * 14);
      if (this.#tier) this.#patches.apply();
    });
    const stop = context.surroundings.environment.alsoBake((renderer) => {
      if (!this.#tier || !this.#isHeightStale) return;
      this.#isHeightStale = false;
      const { base } = context;
      const box = base.model?.box ?? base.box;
      this.#height.bake(renderer, base.group, box, this.#uniforms.detailHeightBox.value);
    });
    const renew = () => this.#renewBase();
    context.on('scene-changed', renew);
    context.on('context-restored', renew);
    context.own(() => {
      stop();
      this.tier = null;
      this.#height.dispose();
      map.dispose();
      for (const { geometry, material } of Object.values(this.#life)) {
        geometry.dispose();
        material.dispose();
      }
    });
  }

  /**
   * Before a tier is set: compiles its shaders, while frames go on as they are.
   * @param others objects that will be shown with it
   */
  prepare(tier: DetailTier, others: readonly Object3D[]): Promise<void> {
    return this.#patches.prepare(tier, [...others, ...this.#lively]);
  }

  /** Tier whose detail the shaders have; null: none. */
  get tier(): DetailTier | null {
    return this.#tier;
  }

  /** Then apply the atmosphere again. */
  set tier(tier: DetailTier | null) {
    const old = this.#tier;
    if (tier === old) return;
    this.#tier = tier;
    if (tier === null) {
      for (const mesh of this.#lively) mesh.removeFromParent();
      this.#patches.remove();
      return;
    }
    this.#patches.tier = tier;
    if (old !== null) return;
    for (const mesh of this.#lively) {
      this.#context.scene.add(mesh);
      mesh.userData['isBackdrop'] = true;
    }
    this.#renewBase();
  }

  get #lively(): readonly InstancedMesh[] {
    return this.#options.life ? Object.values(this.#life) : [];
  }

  /** The atmosphere with the light of these tiers, applied to what is drawn here. @param nowMs any clock */
  grade(given: Atmosphere, nowMs: number): Atmosphere {
    if (!this.#options.air) {
      this.#liven(given);
      return given;
    }
    const wet = this.#drying.follow(given.wet, nowMs);
    const air = graded({ ...given, wet });
    const { detailSun, detailSunlight, detailGlow, detailHaze, detailHouseGlow, detailFlow } = this.#uniforms;
    const { x, y, z } = air.lightDirection;
    detailSun.value.set(x, y, z, 1);
    const { r, g, b } = air.lightColor;
    detailSunlight.value.set(r, g, b).multiplyScalar(air.lightIntensity);
    const haze = hazeOf(air);
    detailGlow.value.set(haze.color.r, haze.color.g, haze.color.b, haze.glow);
    detailHaze.value.set(haze.density, 0);
    detailHouseGlow.value.set(1, 0.6, 0.3).multiplyScalar(2.1 * air.lamps * air.lamps);
    detailFlow.value.set(air.snow, air.drops);
    this.#liven(air);
    return air;
  }

  #liven(air: Atmosphere): void {
    const { birds, steam, splashes, halos } = this.#life;
    const share = this.#tier === 'high' ? 1 : 0.5;
    birds.geometry.instanceCount = air.drops + air.snow > 0.3 || air.lamps > 0.7 ? 0 : BIRDS;
    steam.geometry.instanceCount =
      this.#uniforms.detailHouse.value.z > 0 ? Math.round(PUFFS * share * air.snow) : 0;
    splashes.geometry.instanceCount = Math.round(SPLASHES * share * air.drops);
    const isLit = air.lamps > 0.3 && this.#uniforms.detailLamps.value.some(({ w }) => w > 0);
    halos.geometry.instanceCount = isLit ? LAMPS : 0;
  }

  #renewBase(): void {
    if (!this.#tier) return;
    const { base } = this.#context;
    const { detailHouse, detailTop, detailLamps, detailLampFaces } = this.#uniforms;
    if (base.box.isEmpty()) detailHouse.value.set(0, 0, 0, 0);
    else {
      const { min, max } = base.box;
      detailHouse.value.set(
        (min.x + max.x) / 2,
        (min.z + max.z) / 2,
        (max.x - min.x) / 2,
        (max.z - min.z) / 2,
      );
      detailTop.value = max.y;
    }
    const lamps = windowLamps(base.group);
    detailLamps.value = lamps.map(({ place }) => place);
    detailLampFaces.value = lamps.map(({ face }) => face);
    this.#isHeightStale = true;
    this.#context.rebakeEnvironment();
  }
}
