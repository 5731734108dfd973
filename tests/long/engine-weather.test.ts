// Second tier (soak): 20,000 drops, and the pictures of rain and snow
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { differenceFromKept, shareOfChanged, SHARE_TOLERANCE } from '../support/kept-picture.ts';
import { EngineDriver, layoutOf, placed } from '../browser/engine-driver.ts';
import { type PageServer, servePage } from '../browser/pages/page-server.ts';

const PICTURES = fileURLToPath(new URL('../browser/engine-pictures/', import.meta.url));

let browser: Browser;
let server: PageServer;
let driver: EngineDriver;

/** WebGL calls of one frame. */
interface FrameCalls {
  draws: number;
  /** Number of instances of each instanced draw call. */
  instances: number[];
  uploadedBytes: number;
}

declare global {
  interface Window {
    calls: FrameCalls;
    /** Number of shader programs that were linked. */
    linked: number;
    /** Advances the clock and draws one frame. */
    step: (milliseconds: number) => FrameCalls;
  }
}

/** A viewer with a manual clock: every frame is run by the test. */
async function createHeld(quality: 'low' | 'high', reducedMotion: boolean): Promise<void> {
  await driver.page.evaluate(
    (quality, reducedMotion) => {
      window.viewer?.dispose();
      let now = 0;
      const waiting: ((time: number) => void)[] = [];
      const clock = {
        now: () => now,
        requestFrame: (callback: (time: number) => void) => waiting.push(callback),
        cancelFrame: () => void (waiting.length = 0),
      };
      window.viewer = new window.engine.FarmViewer(window.view, { quality, reducedMotion, clock });
      window.step = (milliseconds) => {
        now += milliseconds;
        window.calls = { draws: 0, instances: [], uploadedBytes: 0 };
        for (const callback of waiting.splice(0)) callback(now);
        return window.calls;
      };
    },
    quality,
    reducedMotion,
  );
}

/** The camera in the greenhouse, above its floor: the centre of the frame shows only space under the roof. */
const INSIDE = { position: { x: -4.5, y: 3.1, z: 0 }, target: { x: 0.6, y: 0.2, z: 0 } };
const OUTSIDE = { position: { x: 10, y: 5, z: 16 }, target: { x: 2, y: 2, z: 0 } };

beforeAll(async () => {
  server = await servePage('weather');
  browser = await launchBrowser();
  driver = await EngineDriver.open(browser, server.url, 160, 100);
  await driver.page.evaluate(() => {
    window.calls = { draws: 0, instances: [], uploadedBytes: 0 };
    const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
    const spy = (name: string, note: (args: unknown[]) => void) => {
      const original = gl[name]!;
      gl[name] = function (this: unknown, ...args: unknown[]) {
        note(args);
        return original.apply(this, args);
      };
    };
    const bytesOf = (value: unknown) =>
      ArrayBuffer.isView(value) ? value.byteLength : typeof value === 'number' ? value : 0;
    for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced']) {
      spy(name, (args) => {
        window.calls.draws++;
        if (name.endsWith('Instanced')) window.calls.instances.push(args.at(-1) as number);
      });
    }
    window.linked = 0;
    spy('linkProgram', () => window.linked++);
    spy('bufferData', (args) => (window.calls.uploadedBytes += bytesOf(args[1])));
    spy('bufferSubData', (args) => (window.calls.uploadedBytes += bytesOf(args[2])));
    for (const name of ['texImage2D', 'texSubImage2D', 'texImage3D', 'texSubImage3D']) {
      spy(name, (args) => {
        for (const value of args)
          if (ArrayBuffer.isView(value)) window.calls.uploadedBytes += value.byteLength;
      });
    }
  });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe('rain over a farm', () => {
  beforeAll(async () => {
    await createHeld('high', false);
    await driver.load(
      layoutOf([placed('a', 9, 8)], OUTSIDE),
      { a: '/models/weather-station.glb' },
      '/models/greenhouse.glb',
    );
    await driver.page.evaluate(() => {
      window.weather = new window.weatherEngine.SceneWeather(window.viewer!, { detail: false });
      for (let i = 0; i < 4; i++) window.step(40);
    });
  });

  it('is 20,000 drops in one draw call, without uploads per frame', async () => {
    const [clear, first, frames] = await driver.page.evaluate(async () => {
      const clear = window.step(40);
      await window.weather!.set('rain', { seconds: 0 });
      window.step(40);
      const first = window.step(40);
      return [clear, first, [window.step(40), window.step(40), window.step(40)]] as const;
    });
    expect(first.instances.filter((count) => count === 20_000)).toHaveLength(1);
    // The other one is the clouds.
    expect(first.instances.filter((count) => count === 260)).toHaveLength(1);
    expect(first.draws).toBe(clear.draws + 2);
    expect(frames.map(({ uploadedBytes }) => uploadedBytes)).toEqual([0, 0, 0]);
  });

  it('falls 0.15 m in 1/60 s within 170 m by default, snow 0.05 m', async () => {
    const found = await driver.page.evaluate(async () => {
      const falls: { fall: { value: { x: number; y: number } } }[] = [];
      const measure = async (kind: 'rain' | 'snow') => {
        await window.weather!.set(kind, { seconds: 0 });
        window.step(40);
        window.contextOf(window.viewer!).scene.traverse((object) => {
          const { material } = object as { material?: { uniforms?: Record<string, unknown> } };
          if (material?.uniforms?.['drift']) falls.splice(0, 1, material.uniforms as never);
        });
        const { value } = falls[0]!.fall;
        const before = value.y;
        window.step(40);
        window.step(40);
        return { range: value.x, perStep: (value.y - before) / (0.08 * 60) };
      };
      return [await measure('snow'), await measure('rain')];
    });
    expect(found.map(({ range }) => range)).toEqual([170, 170]);
    expect(found[0]!.perStep).toBeCloseTo(0.05, 6);
    expect(found[1]!.perStep).toBeCloseTo(0.15, 6);
  });

  it('changes range and count without new buffers', async () => {
    const [calls, geometries] = await driver.page.evaluate(async () => {
      const before = window.viewer!.stats().geometries;
      window.weather!.setRange(200);
      await window.weather!.set('rain', { intensity: 0.25, seconds: 0 });
      window.step(40);
      const calls = window.step(40);
      return [calls, window.viewer!.stats().geometries - before] as const;
    });
    expect(calls.instances).toContain(5_000);
    expect(calls.uploadedBytes).toBe(0);
    expect(geometries).toBe(0);
    expect(await driver.page.evaluate(() => window.weather!.current)).toEqual({
      kind: 'rain',
      source: 'mock',
      range: 200,
    });
  });

  it('does not fall inside the greenhouse', async () => {
    const moved = async (view: typeof INSIDE) =>
      driver.page.evaluate(async (view) => {
        await window.weather!.set('rain', { range: 60, seconds: 0 });
        // On a slow machine the tests before take the minute after which it pauses.
        window.dispatchEvent(new PointerEvent('pointermove'));
        window.viewer!.camera.jump(view);
        const middle = async () => {
          const bitmap = await createImageBitmap(await window.viewer!.screenshot());
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          context.drawImage(bitmap, 0, 0);
          const { width: w, height: h } = bitmap;
          return context.getImageData(w * 0.35, h * 0.45, w * 0.3, h * 0.35).data;
        };
        for (let i = 0; i < 3; i++) window.step(40);
        let changed = 0;
        let last = await middle();
        for (let i = 0; i < 4; i++) {
          window.step(97);
          const now = await middle();
          for (let at = 0; at < now.length; at += 4)
            if (Math.abs(now[at + 1]! - last[at + 1]!) > 8) changed++;
          last = now;
        }
        return changed;
      }, view);
    expect(await moved(INSIDE)).toBe(0);
    expect(await moved(OUTSIDE)).toBeGreaterThan(20);
  });

  it.each([
    ['rain of a map', 'RAIN_PARTICLES', 60, 0.03],
    ['snow of a map', 'SNOW_PARTICLES', 60, 0.008],
    ['anything else', 'GENERIC_PARTICLES', 80, 0.02],
    ['rain in the scene', 'RAIN_PARTICLES', 170, 0.15],
    ['snow in the scene', 'SNOW_PARTICLES', 170, 0.05],
  ] as const)(
    '%s: the GPU keeps every particle in its box, −20 to 20, and moves it down by its velocity',
    async (_, kind, range, velocity) => {
      const found = await driver.page.evaluate(
        (kind, range, velocity) => {
          const engine = window.weatherEngine;
          const fall = new engine.ParticleFall({ ...engine[kind], velocity, range, shape: 'streak' });
          const { material, geometry } = fall.mesh;
          const seeds = geometry.getAttribute('seed').array as Float32Array;
          // The part of the shader that computes a particle's position.
          const place = /attribute vec4 seed;[\s\S]*?return[^;]*;\s*\}/.exec(material.vertexShader)![0];
          const gl = new OffscreenCanvas(1, 1).getContext('webgl2')!;
          const program = gl.createProgram();
          for (const [type, text] of [
            [
              gl.VERTEX_SHADER,
              `#version 300 es\n${place.replace('attribute', 'in')}\nuniform vec2 eye;\nout vec3 found;
             void main() { found = particlePlace(eye); gl_Position = vec4(0.0); }`,
            ],
            [gl.FRAGMENT_SHADER, '#version 300 es\nvoid main() {}'],
          ] as const) {
            const shader = gl.createShader(type)!;
            gl.shaderSource(shader, text);
            gl.compileShader(shader);
            gl.attachShader(program, shader);
          }
          gl.transformFeedbackVaryings(program, ['found'], gl.SEPARATE_ATTRIBS);
          gl.linkProgram(program);
          if (!gl.getProgramParameter(program, gl.LINK_STATUS))
            throw new Error(gl.getProgramInfoLog(program)!);
          gl.useProgram(program);
          const count = seeds.length / 4;
          gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
          gl.bufferData(gl.ARRAY_BUFFER, seeds, gl.STATIC_DRAW);
          gl.enableVertexAttribArray(0);
          gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
          const out = gl.createBuffer();
          gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, out);
          gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, count * 12, gl.STREAM_READ);
          gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, out);
          gl.enable(gl.RASTERIZER_DISCARD);
          const [eyeX, eyeZ] = [13, -7];
          const places = () => {
            for (const name of ['fall', 'drift'])
              gl.uniform4fv(gl.getUniformLocation(program, name), material.uniforms[name]!.value.toArray());
            gl.uniform2f(gl.getUniformLocation(program, 'eye'), eyeX, eyeZ);
            gl.beginTransformFeedback(gl.POINTS);
            gl.drawArrays(gl.POINTS, 0, count);
            gl.endTransformFeedback();
            const result = new Float32Array(count * 3);
            gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, result);
            return result;
          };
          fall.advance(0, 1.7, 400);
          let before = places();
          const bounds = {
            low: Infinity,
            high: -Infinity,
            side: 0,
            wrapped: 0,
            slowest: Infinity,
            fastest: 0,
          };
          for (let second = 0; second < 90; second++) {
            for (let i = 0; i < 10; i++) fall.advance(0.1, 1.7, 400);
            const now = places();
            for (let at = 0; at < now.length; at += 3) {
              bounds.low = Math.min(bounds.low, now[at + 1]!);
              bounds.high = Math.max(bounds.high, now[at + 1]!);
              bounds.side = Math.max(bounds.side, Math.abs(now[at]! - eyeX), Math.abs(now[at + 2]! - eyeZ));
              const fallen = before[at + 1]! - now[at + 1]!;
              if (fallen < 0) bounds.wrapped++;
              else {
                bounds.slowest = Math.min(bounds.slowest, fallen);
                bounds.fastest = Math.max(bounds.fastest, fallen);
              }
            }
            before = now;
          }
          fall.dispose();
          return { count, ...bounds };
        },
        kind,
        range,
        velocity,
      );
      expect(found.count).toBe(kind === 'RAIN_PARTICLES' ? 20_000 : 10_000);
      expect(found.low).toBeGreaterThanOrEqual(-20);
      expect(found.high).toBeLessThanOrEqual(20);
      expect(found.high - found.low).toBeGreaterThan(39.9);
      expect(found.side).toBeLessThanOrEqual(range / 2 + 1e-3);
      expect(found.side).toBeGreaterThan(range / 2 - 0.1);
      expect(found.wrapped).toBeGreaterThan(1_000);
      // One second of sixty frames; four speeds, the fastest 3/16 higher.
      expect(found.slowest).toBeCloseTo(velocity * 60, 3);
      expect(found.fastest).toBeCloseTo(velocity * 60 * (1 + 3 / 16), 3);
    },
  );

  it('is removed, and the default sky is restored exactly', async () => {
    await driver.page.evaluate(async (view) => {
      window.viewer!.camera.jump(view);
      await window.weather!.clear({ seconds: 0 });
    }, OUTSIDE);
    const [rainy, clear] = await driver.page.evaluate(async () => {
      const bytes = async () =>
        [...new Uint8Array(await (await window.viewer!.screenshot()).arrayBuffer())].join();
      window.weather!.dispose();
      window.step(40);
      const without = await bytes();
      const again = new window.weatherEngine.SceneWeather(window.viewer!, {
        ambientMotion: false,
        detail: false,
      });
      window.weather = again;
      await again.set('snow', { seconds: 0 });
      window.step(40);
      const snowy = await bytes();
      await again.clear({ seconds: 0 });
      window.step(40);
      return [snowy === without, (await bytes()) === without];
    });
    expect([rainy, clear]).toEqual([false, true]);
  });

  it('changes over some seconds, and a new change replaces it', async () => {
    const result = await driver.page.evaluate(async () => {
      const received: unknown[] = [];
      const weather = window.weather!;
      weather.on('change', ({ weather }) => received.push(weather && [weather.kind, weather.source]));
      const order: string[] = [];
      const rain = weather.set('rain', { source: 'real', seconds: 0.4 }).then(() => order.push('rain'));
      for (let i = 0; i < 2; i++) window.step(100);
      const snow = weather.set('snow', { seconds: 0.3 }).then(() => order.push('snow'));
      await rain;
      const atHalf = [...order];
      for (let i = 0; i < 5; i++) window.step(100);
      await snow;
      await weather.clear({ seconds: 0 });
      return { receivedEvents: received, atHalf, order };
    });
    expect(result.receivedEvents).toEqual([['rain', 'real'], ['snow', 'mock'], null]);
    expect(result.atHalf).toEqual(['rain']);
    expect(result.order).toEqual(['rain', 'snow']);
  });

  it('fog hides the farm, and lifts again', async () => {
    const spread = await driver.page.evaluate(async () => {
      const measure = async (visibility: number | null) => {
        window.weather!.visibility = visibility;
        window.step(40);
        const bitmap = await createImageBitmap(await window.viewer!.screenshot());
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        // The farm, not the ground before it.
        const { width, height } = bitmap;
        const { data } = context.getImageData(width * 0.25, height * 0.3, width * 0.5, height * 0.25);
        // Its green, without the darkest and the brightest pixels.
        const greens = Array.from({ length: data.length / 4 }, (_, i) => data[i * 4 + 1]!).toSorted(
          (a, b) => a - b,
        );
        const [low, high] = [greens[greens.length >> 5]!, greens.at(-(greens.length >> 5))!] as const;
        return { range: high - low, sum: greens.reduce((all, green) => all + green, 0) };
      };
      return [await measure(null), await measure(20), await measure(null)] as const;
    });
    expect(spread[1].range).toBeLessThan(spread[0].range / 2);
    // Leaves have moved meanwhile.
    expect(spread[2].range / spread[0].range).toBeCloseTo(1, 1);
    expect(spread[2].sum / spread[0].sum).toBeCloseTo(1, 2);
  });

  it('throws for invalid arguments', async () => {
    const refused = (call: string) =>
      driver.page.evaluate((call) => {
        try {
          const calls: Record<string, () => unknown> = {
            kind: () => window.weather!.set('hail' as never),
            range: () => window.weather!.setRange(NaN),
            place: () => window.weather!.setTime(new Date()),
            pole: () => window.weather!.setTime(new Date(), { latitude: 123, longitude: 0 }),
          };
          calls[call]!();
          return 'done';
        } catch (error) {
          const { code, message } = error as { code?: string; message: string };
          return [code, message];
        }
      }, call);
    for (const call of ['kind', 'range', 'place', 'pole']) {
      expect(await refused(call), call).toEqual(['invalid-argument', expect.stringMatching(/^参数无效：/)]);
    }
  });
});

describe('the time of day', () => {
  it('changes the frame: noon is bright, night is dark and blue, lamps are warm', async () => {
    const [noon, night] = await driver.page.evaluate(async () => {
      const place = { latitude: 35, longitude: 0 };
      const mean = async () => {
        const bitmap = await createImageBitmap(await window.viewer!.screenshot());
        const context = new OffscreenCanvas(1, 1).getContext('2d')!;
        context.imageSmoothingQuality = 'high';
        context.drawImage(bitmap, 0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
      };
      const weather = window.weather!;
      weather.setTime(new Date('2025-06-21T12:00:00Z'), place);
      const parts = [weather.part];
      window.step(40);
      const noon = await mean();
      weather.setTime(new Date('2025-06-21T00:00:00Z'));
      parts.push(weather.part);
      window.step(40);
      const night = await mean();
      weather.setTime(null);
      return [noon, night, parts] as const;
    });
    const sum = (color: number[]) => color.reduce((a, b) => a + b, 0);
    expect(sum(noon)).toBeGreaterThan(sum(night) * 3);
    expect(night[2]!).toBeGreaterThan(night[0]!);
  });
});

it('each weather at noon, dusk and night matches its reference screenshot, at the high tier with its effects', async () => {
  await createHeld('high', true);
  await driver.load(
    layoutOf([placed('station', 6, 8), placed('light', -2, 1)], OUTSIDE),
    { station: '/models/weather-station.glb', light: '/models/grow-light.glb' },
    '/models/greenhouse.glb',
  );
  const sheet = await driver.page.evaluate(async () => {
    const viewer = window.viewer!;
    const weather = new window.weatherEngine.SceneWeather(viewer);
    window.weather = weather;
    await weather.ready;
    const place = { latitude: 36.88, longitude: 118.74 };
    const hours = ['2025-04-20T04:00Z', '2025-04-20T10:58Z', '2025-04-20T15:30Z'];
    const kinds = ['sunny', 'cloudy', 'overcast', 'rain', 'snow'] as const;
    let sheet: OffscreenCanvas | undefined;
    for (const [row, kind] of kinds.entries()) {
      await weather.set(kind, { seconds: 0 });
      for (const [column, hour] of hours.entries()) {
        weather.setTime(new Date(hour), place);
        window.step(40);
        const picture = await createImageBitmap(await viewer.screenshot());
        const { width, height } = picture;
        sheet ??= new OffscreenCanvas(width * hours.length, height * kinds.length);
        sheet.getContext('2d')!.drawImage(picture, column * width, row * height);
      }
    }
    const png = async () => {
      const bytes = new Uint8Array(await (await sheet!.convertToBlob()).arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    };
    const right = await png();
    // The last one again, its moon half as bright again: a wrong light.
    window.contextOf(viewer).surroundings.lights.sun.intensity *= 1.5;
    window.step(40);
    const picture = await createImageBitmap(await viewer.screenshot());
    const { width, height } = picture;
    sheet!.getContext('2d')!.drawImage(picture, width * (hours.length - 1), height * (kinds.length - 1));
    return { right, wrong: await png() };
  });
  const kept = `${PICTURES}weather.png`;
  expect(await differenceFromKept(driver.page, kept, sheet.right)).toBeLessThanOrEqual(SHARE_TOLERANCE);
  expect(await shareOfChanged(driver.page, sheet.right, sheet.wrong)).toBeGreaterThan(SHARE_TOLERANCE);
});

it('the low tier fetches no effects, and looks and costs the same after a visit to a higher one', async () => {
  await createHeld('low', true);
  await driver.load(
    layoutOf([placed('station', 6, 8)], OUTSIDE),
    { station: '/models/weather-station.glb' },
    '/models/greenhouse.glb',
  );
  const found = await driver.page.evaluate(async () => {
    const viewer = window.viewer!;
    const weather = new window.weatherEngine.SceneWeather(viewer);
    await weather.ready;
    weather.setTime(new Date('2025-04-20T15:30Z'), { latitude: 36.88, longitude: 118.74 });
    await weather.set('rain', { seconds: 0 });
    window.step(40);
    const seen = async () => {
      const bytes = new Uint8Array(await (await viewer.screenshot()).arrayBuffer());
      const { draws, triangles } = viewer.stats();
      return { picture: bytes.join(), cost: [draws, triangles] };
    };
    const before = await seen();
    viewer.setQuality('high');
    await weather.ready;
    window.step(40);
    const high = await seen();
    viewer.setQuality('low');
    window.step(40);
    const after = await seen();
    return {
      isOther: high.picture !== before.picture,
      isSame: after.picture === before.picture,
      costs: [before.cost, after.cost],
    };
  });
  expect(found.isOther).toBe(true);
  expect(found.isSame).toBe(true);
  expect(found.costs[1]).toEqual(found.costs[0]);
});

it('the effects compile their shaders before they are shown, and none with other weather, hours, water or tiers', async () => {
  await createHeld('high', true);
  await driver.load(
    layoutOf([placed('station', 6, 8)], OUTSIDE),
    { station: '/models/weather-station.glb' },
    '/models/demo-farm.glb',
  );
  const found = await driver.page.evaluate(async () => {
    const viewer = window.viewer!;
    const place = { latitude: 36.88, longitude: 118.74 };
    const weather = new window.weatherEngine.SceneWeather(viewer);
    const water = new window.farmEngine.DripWater(viewer);
    window.step(40);
    const plain = window.linked;
    await weather.ready;
    const prepared = window.linked;
    for (let i = 0; i < 3; i++) window.step(40);
    const shown = window.linked;
    for (const hour of ['2025-04-20T04:00Z', '2025-04-20T10:58Z', '2025-04-20T15:30Z'])
      for (const kind of ['sunny', 'cloudy', 'overcast', 'rain', 'snow'] as const) {
        weather.setTime(new Date(hour), place);
        await weather.set(kind, { seconds: 0 });
        window.step(40);
      }
    water.setFlow(1);
    window.step(40);
    const later = window.linked - shown;
    viewer.setQuality('medium');
    await weather.ready;
    const medium = window.linked;
    for (let i = 0; i < 3; i++) window.step(40);
    return {
      withMedium: window.linked - medium,
      isMediumPrepared: medium > shown,
      isPrepared: prepared > plain,
      withFirstFrames: shown - prepared,
      later,
      lines: water.lineCount,
    };
  });
  expect(found.isPrepared).toBe(true);
  expect(found.later).toBe(0);
  expect(found.isMediumPrepared).toBe(true);
  expect(found.withMedium).toBe(0);
  expect(found.withFirstFrames).toBeLessThanOrEqual(4);
  expect(found.lines).toBeGreaterThan(0);
});

describe('no continuous animation', () => {
  it.each([
    ['in the low tier', 'low', false],
    ['under reduced motion', 'high', true],
  ] as const)('%s: no further frame is drawn, in any weather', async (_, quality, reducedMotion) => {
    await createHeld(quality, reducedMotion);
    await driver.load(layoutOf([], OUTSIDE), {}, null);
    const frames = await driver.page.evaluate(async () => {
      const weather = new window.weatherEngine.SceneWeather(window.viewer!, { detail: false });
      await weather.set('rain');
      for (let i = 0; i < 20; i++) window.step(50);
      const before = window.viewer!.stats().frames;
      for (let i = 0; i < 100; i++) window.step(50);
      return window.viewer!.stats().frames - before;
    });
    expect(frames).toBe(0);
  });

  it('if continuous frames are granted there are at most thirty per second', async () => {
    await createHeld('high', false);
    await driver.load(layoutOf([], OUTSIDE), {}, null);
    const frames = await driver.page.evaluate(async () => {
      const weather = new window.weatherEngine.SceneWeather(window.viewer!, { detail: false });
      await weather.set('snow', { seconds: 0 });
      for (let i = 0; i < 10; i++) window.step(16);
      const before = window.viewer!.stats().frames;
      for (let i = 0; i < 60; i++) window.step(1000 / 60);
      return window.viewer!.stats().frames - before;
    });
    expect(frames).toBeGreaterThan(20);
    expect(frames).toBeLessThanOrEqual(31);
  });

  it('pauses on a hidden page and a minute after the last input; an input resumes it', async () => {
    const found = await driver.page.evaluate(async (view) => {
      window.viewer?.dispose();
      const originals = [window.setTimeout, document.hidden] as const;
      const minutes: (() => void)[] = [];
      window.setTimeout = ((act: () => void, delay: number, ...rest: unknown[]) =>
        delay === 60_000 ? minutes.push(act) : originals[0](act, delay, ...rest)) as typeof setTimeout;
      const passed = performance.now.bind(performance);
      let ahead = 0;
      performance.now = () => passed() + ahead;
      let isHidden = false;
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
      let now = 0;
      const waiting: ((time: number) => void)[] = [];
      const viewer = new window.engine.FarmViewer(window.view, {
        quality: 'medium',
        reducedMotion: false,
        clock: {
          now: () => now,
          requestFrame: (callback) => waiting.push(callback),
          cancelFrame: () => void (waiting.length = 0),
        },
      });
      window.viewer = viewer;
      await viewer.load({
        baseModelPath: null,
        layout: { camera: view, equipment: [], childScenes: [], extra: {} },
        catalogue: [],
      });
      const weather = new window.weatherEngine.SceneWeather(viewer, { detail: false });
      await weather.set('snow', { seconds: 0 });
      const frames = () => {
        for (let i = 0; i < 6; i++) {
          now += 50;
          for (const callback of waiting.splice(0)) callback(now);
        }
        const before = viewer.stats().frames;
        for (let i = 0; i < 8; i++) {
          now += 50;
          for (const callback of waiting.splice(0)) callback(now);
        }
        return viewer.stats().frames - before;
      };
      const moving = frames();
      isHidden = true;
      document.dispatchEvent(new Event('visibilitychange'));
      const hidden = frames();
      isHidden = false;
      document.dispatchEvent(new Event('visibilitychange'));
      const shown = frames();
      ahead += 60_000;
      for (const act of minutes.splice(0)) act();
      const remaining = frames();
      window.dispatchEvent(new PointerEvent('pointermove'));
      const touched = frames();
      window.setTimeout = originals[0];
      Reflect.deleteProperty(document, 'hidden');
      Reflect.deleteProperty(performance, 'now');
      return { moving, hidden, shown, left: remaining, touched };
    }, OUTSIDE);
    expect(found).toEqual({ moving: 8, hidden: 0, shown: 8, left: 0, touched: 8 });
  });

  it('the page logged no errors', () => {
    expect(driver.complaints).toEqual([]);
  });
});
