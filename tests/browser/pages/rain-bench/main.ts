import { ParticleFall, RAIN_PARTICLES } from 'farm3d-engine/weather';
import {
  BufferAttribute,
  BufferGeometry,
  MeshBasicMaterial,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  WebGLRenderer,
} from 'three';
import * as THREE from 'three';

/** Rain, implemented with one library. */
interface Rain {
  /** Draws one frame, 1/60 s later. */
  frame(): void;
  /** Number of visible drops. */
  alive(): number;
  readonly canvas: HTMLCanvasElement;
  dispose(): void;
}

export interface Measured {
  /** Main thread time of each frame, microseconds. */
  readonly microseconds: number[];
  readonly draws: number;
  readonly uploadedBytes: number;
  readonly alive: number;
  /** Number of pixels that differ from the background. */
  readonly litPixels: number;
}

declare global {
  interface Window {
    measure: (subject: string, count: number, frames: number) => Promise<Measured>;
  }
}

/** Small, because the software rasteriser is not compared. */
const WIDTH = 64;
const HEIGHT = 36;
const STEP = 1 / 60;
/** Spec §9: metres in 1/60 s. */
const SPEED = RAIN_PARTICLES.velocity * 60;
const LONG_LIFE = 1e6;

function makeScene() {
  const canvas = document.createElement('canvas');
  const renderer = new WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: true });
  renderer.setSize(WIDTH, HEIGHT, false);
  const camera = new PerspectiveCamera(75, WIDTH / HEIGHT, 0.1, 1_000);
  camera.position.set(0, 2, 0);
  return { canvas, renderer, scene: new Scene(), camera };
}

function whitePixel(): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 4;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 4, 4);
  return canvas.toDataURL();
}

function end(renderer: WebGLRenderer): void {
  renderer.dispose();
  renderer.forceContextLoss();
}

const subjects: Record<string, (count: number) => Rain | Promise<Rain>> = {
  'an empty scene': () => {
    const { canvas, renderer, scene, camera } = makeScene();
    return {
      canvas,
      frame: () => renderer.render(scene, camera),
      alive: () => 0,
      dispose: () => end(renderer),
    };
  },
  farm3d: (count) => {
    const { canvas, renderer, scene, camera } = makeScene();
    const fall = new ParticleFall({ ...RAIN_PARTICLES, count, shape: 'streak' });
    scene.add(fall.mesh);
    return {
      canvas,
      frame: () => {
        fall.advance(STEP, camera.position.y, HEIGHT);
        renderer.render(scene, camera);
      },
      alive: () => fall.count,
      dispose: () => {
        fall.dispose();
        end(renderer);
      },
    };
  },
  'Points, moved by a loop': (count) => {
    const { canvas, renderer, scene, camera } = makeScene();
    const positions = Float32Array.from(
      { length: count * 3 },
      (_, i) => (Math.random() - 0.5) * (i % 3 === 1 ? 40 : 60),
    );
    const geometry = new BufferGeometry();
    const attribute = new BufferAttribute(positions, 3);
    geometry.setAttribute('position', attribute);
    const points = new Points(geometry, new PointsMaterial({ size: 0.1 }));
    points.frustumCulled = false;
    scene.add(points);
    return {
      canvas,
      frame: () => {
        for (let i = 1; i < positions.length; i += 3) {
          positions[i] = positions[i]! - RAIN_PARTICLES.velocity;
          if (positions[i]! < -20) positions[i] = 20;
        }
        attribute.needsUpdate = true;
        renderer.render(scene, camera);
      },
      alive: () => count,
      dispose: () => end(renderer),
    };
  },
  'three.quarks': async (count) => {
    const quarks = await import('three.quarks');
    const { canvas, renderer, scene, camera } = makeScene();
    const batched = new quarks.BatchedRenderer();
    const system = new quarks.ParticleSystem({
      duration: LONG_LIFE,
      looping: false,
      startLife: new quarks.ConstantValue(LONG_LIFE),
      startSpeed: new quarks.ConstantValue(SPEED),
      startSize: new quarks.ConstantValue(0.5),
      startColor: new quarks.ConstantColor(new quarks.Vector4(1, 1, 1, 1)),
      emissionOverTime: new quarks.ConstantValue(0),
      emissionBursts: [
        { time: 0, count: new quarks.ConstantValue(count), cycle: 1, interval: 1, probability: 1 },
      ],
      shape: new quarks.SphereEmitter({ radius: 30, thickness: 1, arc: Math.PI * 2 }),
      material: new MeshBasicMaterial(),
      worldSpace: true,
    });
    scene.add(system.emitter, batched);
    batched.addSystem(system);
    return {
      canvas,
      frame: () => {
        batched.update(STEP);
        renderer.render(scene, camera);
      },
      alive: () => system.particleNum,
      dispose: () => end(renderer),
    };
  },
  'three-nebula': async (count) => {
    const nebula = await import('three-nebula');
    const { canvas, renderer, scene, camera } = makeScene();
    const system = new nebula.System();
    const emitter = new nebula.Emitter();
    emitter
      .setRate(new nebula.Rate(new nebula.Span(count, count), new nebula.Span(0.001)))
      .setInitializers([
        new nebula.Mass(1),
        new nebula.Life(LONG_LIFE),
        new nebula.Radius(0.5),
        new nebula.BodySprite(THREE, whitePixel()),
        new nebula.Position(new nebula.BoxZone(0, 0, 0, 60, 40, 60)),
        new nebula.VectorVelocity(new nebula.Vector3D(0, -SPEED, 0), 0),
      ])
      .emit(1, LONG_LIFE);
    system.addEmitter(emitter).addRenderer(new nebula.GPURenderer(scene, THREE));
    return {
      canvas,
      frame: () => {
        void system.update(STEP);
        renderer.render(scene, camera);
      },
      alive: () => system.getCount(),
      dispose: () => {
        system.destroy();
        end(renderer);
      },
    };
  },
  'Babylon, on the GPU': async (count) => {
    const [
      { Engine },
      { Scene: BabylonScene },
      { FreeCamera },
      { Vector3: V3 },
      { Color4 },
      { GPUParticleSystem },
      { RawTexture },
    ] = await Promise.all([
      import('@babylonjs/core/Engines/engine'),
      import('@babylonjs/core/scene'),
      import('@babylonjs/core/Cameras/freeCamera'),
      import('@babylonjs/core/Maths/math.vector'),
      import('@babylonjs/core/Maths/math.color'),
      import('@babylonjs/core/Particles/gpuParticleSystem'),
      import('@babylonjs/core/Materials/Textures/rawTexture'),
      import('@babylonjs/core/Particles/webgl2ParticleSystem'),
    ]);
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    const engine = new Engine(canvas, false, { preserveDrawingBuffer: true, stencil: false });
    const scene = new BabylonScene(engine);
    scene.clearColor = new Color4(0, 0, 0, 1);
    const camera = new FreeCamera('eye', new V3(0, 2, 0), scene);
    camera.fov = (75 * Math.PI) / 180;
    const system = new GPUParticleSystem('rain', { capacity: count }, scene);
    system.particleTexture = RawTexture.CreateRGBATexture(new Uint8Array([255, 255, 255, 255]), 1, 1, scene);
    system.emitter = V3.Zero();
    system.createBoxEmitter(new V3(0, -1, 0), new V3(0, -1, 0), new V3(-30, -20, -30), new V3(30, 20, 30));
    system.minLifeTime = system.maxLifeTime = LONG_LIFE;
    system.minEmitPower = system.maxEmitPower = SPEED;
    system.minSize = system.maxSize = 0.5;
    system.manualEmitCount = count;
    system.start();
    return {
      canvas,
      frame: () => scene.render(),
      alive: () => system.getActiveCount?.() ?? system.activeParticleCount,
      dispose: () => engine.dispose(),
    };
  },
};

const calls = { draws: 0, bytes: 0 };
{
  const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const spy = (name: string, note: (args: unknown[]) => void) => {
    const original = gl[name]!;
    gl[name] = function (this: unknown, ...args: unknown[]) {
      note(args);
      return original.apply(this, args);
    };
  };
  const names = ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'];
  for (const name of names) spy(name, () => calls.draws++);
  const bytesOf = (args: unknown[]) =>
    args.reduce<number>((sum, value) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0), 0);
  // With a range (offset, length in elements) only that is uploaded.
  spy('bufferSubData', (args) => {
    const data = args[2] as { BYTES_PER_ELEMENT?: number };
    calls.bytes += args[4] ? (args[4] as number) * (data.BYTES_PER_ELEMENT ?? 1) : bytesOf(args);
  });
  for (const name of ['bufferData', 'texImage2D', 'texSubImage2D'])
    spy(name, (args) => (calls.bytes += bytesOf(args)));
}

function litPixels(canvas: HTMLCanvasElement): number {
  const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext('2d')!;
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
  let lit = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i]! + data[i + 1]! + data[i + 2]! > 12) lit++;
  return lit;
}

window.measure = async (subject, count, frames) => {
  const rain = await subjects[subject]!(count);
  document.body.append(rain.canvas);
  // Warm-up: shader compilation and filling are not part of the cost of a frame.
  for (let i = 0; i < Math.min(24, frames); i++) {
    rain.frame();
    if (i % 4 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const microseconds: number[] = [];
  let draws = 0;
  let uploadedBytes = 0;
  for (let i = 0; i < frames; i++) {
    calls.draws = 0;
    calls.bytes = 0;
    const start = performance.now();
    rain.frame();
    microseconds.push((performance.now() - start) * 1_000);
    draws = calls.draws;
    uploadedBytes = calls.bytes;
    // The GPU process must not fall behind, otherwise the page waits for it.
    if (i % 4 === 3) await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const result = {
    microseconds,
    draws,
    uploadedBytes,
    alive: rain.alive(),
    litPixels: litPixels(rain.canvas),
  };
  rain.dispose();
  rain.canvas.remove();
  return result;
};
