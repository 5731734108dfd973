import { type PerspectiveCamera, Raycaster, type Ray, type Vector3 } from 'three';
import { check } from '../core/check.ts';
import type { IDisposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import type {
  ContextFrame,
  PickTarget,
  PlotGround,
  ViewerContext,
  ViewerContextEvents,
  ViewerPlugin,
} from '../context/viewer-context.ts';
import { PluginContext, type PluginParts, type PluginRegistry } from './plugin-context.ts';
import type { NextFrame } from './viewer-renderer.ts';

/** The plugins of a viewer, and what they have registered. */
export class ViewerPlugins extends TypedEmitter<ViewerContextEvents> implements PluginRegistry, IDisposable {
  readonly parts: PluginParts;
  /** Run before each frame. */
  readonly hooks = new Set<(frame: ContextFrame) => void>();
  readonly targets = new Map<string, PickTarget>();
  readonly plots = new Set<PlotGround>();
  readonly #attached = new Map<ViewerPlugin, PluginContext>();
  readonly #frame: { -readonly [Key in keyof ContextFrame]: ContextFrame[Key] };
  readonly #raycaster = new Raycaster();
  #isDisposed = false;

  constructor(parts: PluginParts) {
    super();
    this.parts = parts;
    this.#frame = { time: 0, delta: 0, camera: parts.camera.three, width: 1, height: 1 };
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  get three(): PerspectiveCamera {
    return this.parts.camera.three;
  }

  /** @throws FarmError `invalid-argument`, or what `attach` throws */
  attach(plugin: ViewerPlugin): ViewerContext {
    check(typeof plugin === 'object' && plugin !== null, 'plugin', plugin);
    const { attach, detach } = plugin as Partial<Record<keyof ViewerPlugin, unknown>>;
    check(attach === undefined || typeof attach === 'function', 'plugin.attach', attach);
    check(detach === undefined || typeof detach === 'function', 'plugin.detach', detach);
    check(!this.#attached.has(plugin), 'plugin', 'is attached');
    const context = new PluginContext(this, plugin, () => this.#attached.delete(plugin));
    this.#attached.set(plugin, context);
    try {
      plugin.attach?.(context);
    } catch (error) {
      context.detach();
      throw error;
    }
    return context;
  }

  /** Called by the viewer before each frame. */
  beforeDraw({ deltaMs, width, height }: NextFrame): void {
    const frame = this.#frame;
    frame.delta = deltaMs / 1000;
    frame.time += frame.delta;
    frame.width = width;
    frame.height = height;
    for (const hook of this.hooks) hook(frame);
  }

  /** The nearest object of a plugin on a ray. */
  raycast({ origin, direction }: Ray, maxDistance: number): { id: string; point: Vector3 } | null {
    if (this.targets.size === 0) return null;
    const caster = this.#raycaster;
    caster.set(origin, direction);
    caster.camera = this.three;
    caster.far = maxDistance;
    let best: { id: string; point: Vector3 } | null = null;
    for (const { id, object } of this.targets.values()) {
      const hit = object.visible ? caster.intersectObject(object)[0] : undefined;
      if (!hit) continue;
      caster.far = hit.distance;
      best = { id, point: hit.point };
    }
    return best;
  }

  /** Detaches all plugins, the last first. An exception does not stop the others. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    for (const context of [...this.#attached.values()].toReversed()) {
      try {
        context.detach();
      } catch (error) {
        reportError(error);
      }
    }
    this.removeAllListeners();
  }
}
