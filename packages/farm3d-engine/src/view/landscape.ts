import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  OctahedronGeometry,
  Quaternion,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { createRandom } from '../core/random.ts';
import type { Atmosphere } from './atmosphere.ts';
import { joinGeometries, weld } from './join-geometry.ts';
import type { SkyUniforms } from './sky.ts';
import { patchSurface, SURFACE } from './surface.ts';

const TREES = 230;
/** Number of trees on a slow machine. */
const FEWER_TREES = 120;
/** Trees beyond this distance from the centre are simpler, metres. */
const SIMPLE_BEYOND = 88;
/** Leaf clumps of a crown, and the detail of near and far trees. */
const RICH = { clumps: 15, isRound: true, sides: 6 };
const PLAIN = { clumps: 9, isRound: false, sides: 3 };
/** Minimum distance of trees from the centre, metres. */
const CLEARING = 40;
const HILL_DISTANCE = 520;

/** Crowns sway and flutter, more with height; trunks do not move. */
const SWAY = /* glsl */ `
  {
    vec3 foot = instanceMatrix[3].xyz;
    float gust = 0.6 + 0.4 * sin(farmAir.x * 0.7 + foot.x * 0.05 + foot.z * 0.03);
    float height = max(position.y - 1.2, 0.0);
    float phase = foot.x * 1.7 + foot.z * 2.3;
    vec2 sway = vec2(sin(farmAir.x * 1.9 + phase), cos(farmAir.x * 1.6 + phase * 1.3)) * 0.012 * height;
    vec2 tremble = vec2(sin(farmAir.x * 5.3 + phase + position.z * 3.0), sin(farmAir.x * 4.7 + position.x * 3.0)) * 0.008 * height;
    transformed.xz += (sway + tremble) * gust * farmAir.y + vec2(0.006, 0.002) * height * height * max(farmAir.y - 1.0, 0.0);
  }
`;

const HILL_VERTEX = /* glsl */ `
  attribute vec4 color;
  varying vec4 vColor;
  varying float vHeight;
  void main() {
    vColor = color;
    vHeight = position.y;
    gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
  }
`;

/** Hills use display colours, like the sky: their own colour, lit, and fog. */
const HILL_FRAGMENT = /* glsl */ `
  varying vec4 vColor;
  varying float vHeight;
  uniform vec3 skyHaze, hillLight;
  uniform float hillSnow;
  void main() {
    vec3 tint = mix(vColor.rgb, vec3(0.8, 0.84, 0.9), hillSnow * smoothstep(2.0, 26.0, vHeight));
    gl_FragColor = vec4(mix(tint * hillLight, skyHaze, max(vColor.a, smoothstep(10.0, -3.0, vHeight) * 0.85)), 1.0);
    #include <colorspace_fragment>
  }
`;

interface Planted {
  readonly matrix: Matrix4;
  readonly tint: Color;
  readonly isNear: boolean;
}

/** Near and far trees; the near ones have simpler geometry too, for slow machines. */
interface Trees {
  readonly near: InstancedMesh;
  readonly far: InstancedMesh;
  readonly rich: BufferGeometry;
  readonly plain: BufferGeometry;
  /** Number of trees in each, and number of them on a slow machine. */
  readonly shares: readonly { readonly all: number; readonly fewer: number }[];
}

/** Trees along the field edges, and hills in the fog. Three draw calls. */
export class Landscape implements IDisposable {
  readonly group = new Group();
  readonly #disposables: IDisposable[] = [];
  readonly #hillLight = { value: new Color(1, 1, 1) };
  readonly #hillSnow = { value: 0 };
  readonly #trees: Trees;

  constructor(seed: number, sky: SkyUniforms) {
    const random = createRandom(seed);
    this.#trees = this.#plant(random, createRandom(seed + 1));
    this.group.add(this.#trees.near, this.#trees.far, this.#hills(random, sky));
    this.group.traverse((object) => {
      object.raycast = () => {};
      object.matrixAutoUpdate = false;
    });
  }

  /** @param isFull false: fewer and simpler trees */
  setDetail(isFull: boolean): void {
    const { near, far, rich, plain, shares } = this.#trees;
    near.geometry = isFull ? rich : plain;
    for (const [i, mesh] of [near, far].entries()) mesh.count = shares[i]![isFull ? 'all' : 'fewer'];
  }

  apply(air: Atmosphere): void {
    // Full sunlight is 1; at night an outline remains.
    const light = Math.min(1, 0.05 + air.lightIntensity * 0.12 + air.ambientIntensity * 0.45);
    this.#hillLight.value
      .copy(air.lightColor)
      .lerp(air.skyLight, 0.5)
      .lerp(new Color(1, 1, 1), 0.4)
      .multiplyScalar(light);
    this.#hillSnow.value = air.snow;
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /**
   * @param laterRandom random numbers for objects that were added later, so that earlier positions stay the
   *   same in reference screenshots
   */
  #plant(random: () => number, laterRandom: () => number): Trees {
    const rich = treeGeometry(random, RICH);
    const plain = treeGeometry(laterRandom, PLAIN);
    const material = new MeshLambertMaterial({ vertexColors: true, flatShading: false });
    material.onBeforeCompile = (shader) => {
      patchSurface(shader, material);
      shader.uniforms['farmAir'] = SURFACE.farmAir;
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nuniform vec2 farmAir;')
        .replace('#include <begin_vertex>', `#include <begin_vertex>\n${SWAY}`);
    };
    const planted: Planted[] = [];
    const matrix = new Matrix4();
    const rotation = new Quaternion();
    const tint = new Color();
    for (let i = 0; i < TREES; i++) {
      const [x, z] = treePosition(i, random);
      const height = 0.75 + random() * 0.75;
      rotation.setFromAxisAngle(new Vector3(0, 1, 0), random() * Math.PI * 2);
      matrix.compose(
        new Vector3(x, -0.05, z),
        rotation,
        new Vector3(height * (0.85 + random() * 0.3), height, height),
      );
      tint.setHSL(0.17 + random() * 0.12, 0.3, 0.68 + random() * 0.3);
      planted.push({ matrix: matrix.clone(), tint: tint.clone(), isNear: Math.hypot(x, z) < SIMPLE_BEYOND });
    }
    const groves = [true, false].map((isNear) => planted.filter((tree) => tree.isNear === isNear));
    const [near, far] = groves.map((grove, g) => {
      const mesh = new InstancedMesh(g === 0 ? rich : plain, material, grove.length);
      for (const [i, tree] of grove.entries()) {
        mesh.setMatrixAt(i, tree.matrix);
        mesh.setColorAt(i, tree.tint);
      }
      mesh.castShadow = false;
      mesh.frustumCulled = false;
      this.#disposables.push(mesh);
      return mesh;
    });
    this.#disposables.push(rich, plain, material);
    const fewer = new Set(planted.slice(0, FEWER_TREES));
    const shares = groves.map((grove) => ({
      all: grove.length,
      fewer: grove.filter((tree) => fewer.has(tree)).length,
    }));
    return { near: near!, far: far!, rich, plain, shares };
  }

  #hills(random: () => number, sky: SkyUniforms): Mesh {
    const geometry = hillGeometry(random);
    const material = new ShaderMaterial({
      vertexShader: HILL_VERTEX,
      fragmentShader: HILL_FRAGMENT,
      uniforms: { skyHaze: sky.skyHaze, hillLight: this.#hillLight, hillSnow: this.#hillSnow },
      fog: false,
      toneMapped: false,
      depthWrite: false,
      side: DoubleSide,
    });
    const hills = new Mesh(geometry, material);
    // After the sky, before everything else: they are the farthest.
    hills.renderOrder = -900;
    hills.frustumCulled = false;
    this.#disposables.push(geometry, material);
    return hills;
  }
}

/** Rows of trees along the fields, with gaps; a loose group on the left behind. */
function treePosition(i: number, random: () => number): [number, number] {
  for (;;) {
    const kind = i % 4;
    let x: number;
    let z: number;
    if (kind === 0) {
      x = (random() - 0.5) * 320;
      z = (random() < 0.75 ? -1 : 1) * (66 + Math.floor(random() * 3) * 22) + (random() - 0.5) * 3;
    } else if (kind === 1) {
      x = (random() < 0.5 ? -1 : 1) * (58 + random() * 110);
      z = (random() - 0.6) * 200;
    } else if (kind === 3) {
      // Dense hedgerows far out, with gaps.
      const row = Math.floor(random() * 5);
      x = (random() - 0.5) * 560;
      z = -(130 + row * 48) + Math.sin(x * 0.02 + row) * 14 + (random() - 0.5) * 5;
      if (Math.sin(x * 0.031 + row * 2.1) < -0.35) continue;
    } else {
      const angle = random() * Math.PI * 2;
      const radius = Math.sqrt(random()) * 34;
      x = -74 + Math.cos(angle) * radius;
      z = -58 + Math.sin(angle) * radius * 0.6;
    }
    if (Math.hypot(x, z) > CLEARING) return [x, z];
  }
}

/** About 5 m high: a trunk under clumps of leaves, darker below and inside. */
function treeGeometry(random: () => number, { clumps, isRound, sides }: typeof RICH): BufferGeometry {
  const middle = new Vector3(0, 3.1, 0);
  const out = new Vector3();
  const pieces: BufferGeometry[] = Array.from({ length: clumps }, (_, i) => {
    // Around the crown, the first in its middle; wider below than above.
    const angle = i * 2.4 + random();
    const up = i === 0 ? 0 : -1 + (2 * i) / (clumps - 1);
    const wide = Math.sqrt(1 - Math.min(0.95, up * up)) * (i === 0 ? 0 : 1.15) * (1.1 - 0.25 * up);
    const centre = new Vector3(Math.cos(angle) * wide, 3.1 + up * 1.45, Math.sin(angle) * wide);
    const clump = weld(
      new (isRound ? IcosahedronGeometry : OctahedronGeometry)(
        (i === 0 ? 1.2 : 0.62 + random() * 0.3) * (15 / clumps) ** 0.5,
        0,
      )
        .deleteAttribute('uv')
        .deleteAttribute('normal'),
    );
    const position = clump.getAttribute('position') as BufferAttribute;
    for (let v = 0; v < position.count; v++) {
      const push = 0.75 + random() * 0.5;
      position.setXYZ(v, position.getX(v) * push, position.getY(v) * push * 0.8, position.getZ(v) * push);
    }
    clump.translate(centre.x, centre.y, centre.z);
    const normals = new Float32Array(position.count * 3);
    for (let v = 0; v < position.count; v++) {
      // Normals of one round crown with a little of each clump: leaves have no facets.
      out.fromBufferAttribute(position, v).sub(middle).normalize();
      out.addScaledVector(new Vector3().fromBufferAttribute(position, v).sub(centre).normalize(), 0.55);
      out.normalize().toArray(normals, v * 3);
    }
    clump.setAttribute('normal', new BufferAttribute(normals, 3));
    const tone = 0.82 + random() * 0.36;
    return paint(clump, (height) =>
      new Color()
        .setRGB(0.07, 0.105, 0.034)
        .lerp(new Color(0.2, 0.25, 0.085), Math.min(1, Math.max(0, (height - 1.5) / 3.2)))
        .multiplyScalar(tone),
    );
  });
  const trunk = new CylinderGeometry(0.1, 0.19, 2.4, sides, 1, true)
    .translate(0, 1.15, 0)
    .deleteAttribute('uv');
  pieces.push(paint(trunk, () => new Color(0.13, 0.1, 0.075)));
  const merged = joinGeometries(pieces);
  for (const piece of pieces) piece.dispose();
  return merged;
}

function paint(geometry: BufferGeometry, colorAt: (height: number) => Color): BufferGeometry {
  const position = geometry.getAttribute('position');
  const colors = new Float32Array(position.count * 3);
  for (let v = 0; v < position.count; v++) colorAt(position.getY(v)).toArray(colors, v * 3);
  return geometry.setAttribute('color', new BufferAttribute(colors, 3));
}

/** Two chains of hills, the farther one paler. */
function hillGeometry(random: () => number): BufferGeometry {
  const chains = [
    { distance: HILL_DISTANCE * 1.25, height: 62, color: new Color('#8aa7b8'), haze: 0.6 },
    { distance: HILL_DISTANCE, height: 30, color: new Color('#6f9080'), haze: 0.42 },
  ];
  const positions: number[] = [];
  const colors: number[] = [];
  const index: number[] = [];
  const steps = 160;
  for (const { distance, height, color, haze } of chains) {
    const waves = [2, 3, 5, 9, 17].map((k) => ({
      k,
      phase: random() * 7,
      size: (0.6 + 0.4 * random()) / k ** 0.75,
    }));
    const first = positions.length / 3;
    for (let i = 0; i <= steps; i++) {
      const angle = (i / steps) * Math.PI * 2;
      const swell = waves.reduce((sum, { k, phase, size }) => sum + size * Math.sin(k * angle + phase), 0);
      const top = height * (0.45 + 0.28 * swell);
      const x = Math.cos(angle) * distance;
      const z = Math.sin(angle) * distance;
      positions.push(x, -20, z, x, Math.max(4, top), z);
      colors.push(...color.toArray(), 1, ...color.toArray(), haze);
      if (i < steps) index.push(...[0, 1, 2, 2, 1, 3].map((v) => first + i * 2 + v));
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(colors), 4));
  geometry.setIndex(index);
  return geometry;
}
