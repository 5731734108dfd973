import type { Map as MapLibreMap } from 'maplibre-gl';
import { TerraDraw, TerraDrawLineStringMode, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { BaseMap } from './map-source.ts';
import { createBaseMap, showPoints } from './base-map.ts';
import { geometryOf, isComplete, type LngLatPair, type PlotShape } from './drawn-plot.ts';

export type DrawMode = 'polygon' | 'line' | 'select';

/** Mode names of terra-draw. */
const MODES = { polygon: 'polygon', line: 'linestring', select: 'select' } as const;
const COLOUR = '#2fae4b';
/** Decimals of a stored degree: about a centimetre. */
const DECIMALS = 7;

const EDITABLE = {
  feature: { draggable: true, coordinates: { midpoints: true, draggable: true, deletable: true } },
};

/** A map on which one polygon or line is drawn and edited. `dispose` frees it. */
export class PlotMap {
  readonly map: MapLibreMap;
  readonly #draw: TerraDraw;
  readonly #onShape: (shape: PlotShape | null) => void;
  readonly #onMode: (mode: DrawMode) => void;
  /** Fulfilled when the map can be drawn on. */
  readonly ready: Promise<void>;
  #isWriting = false;

  constructor(
    container: HTMLElement,
    baseMap: BaseMap,
    options: {
      shape: PlotShape | null;
      /** The shape was drawn, edited, or removed (null). */
      onShape: (shape: PlotShape | null) => void;
      /** The mode changed by itself: a finished shape can be edited at once. */
      onMode: (mode: DrawMode) => void;
      locale: Readonly<Record<string, string>>;
    },
  ) {
    this.#onShape = options.onShape;
    this.#onMode = options.onMode;
    this.map = createBaseMap(container, baseMap, options.locale);
    const style = { fillColor: COLOUR, outlineColor: COLOUR, lineStringColor: COLOUR } as const;
    this.#draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map: this.map, coordinatePrecision: DECIMALS }),
      modes: [
        new TerraDrawPolygonMode({
          styles: { fillColor: style.fillColor, outlineColor: style.outlineColor },
        }),
        new TerraDrawLineStringMode({ styles: { lineStringColor: style.lineStringColor } }),
        new TerraDrawSelectMode({ flags: { polygon: EDITABLE, linestring: EDITABLE } }),
      ],
    });
    this.ready = new Promise((resolve) => {
      void this.map.once('load', () => {
        this.#draw.start();
        this.#draw.on('finish', () => this.#finish());
        this.#draw.on('change', (_ids, type) => type !== 'styling' && this.#report());
        resolve();
      });
    });
    if (options.shape) void this.setShape(options.shape, true);
  }

  async setMode(mode: DrawMode): Promise<void> {
    await this.ready;
    this.#draw.setMode(MODES[mode]);
    const feature = this.#feature();
    if (mode === 'select' && feature?.id !== undefined) this.#draw.selectFeature(feature.id);
  }

  /** @param isShown moves the view to it */
  async setShape(shape: PlotShape | null, isShown = false): Promise<void> {
    await this.ready;
    this.#isWriting = true;
    this.#draw.clear();
    if (shape && isComplete(shape)) {
      const geometry = geometryOf(shape);
      const results = this.#draw.addFeatures([
        {
          type: 'Feature',
          properties: { mode: MODES[shape.kind] },
          geometry,
        },
      ]);
      const wrong = results.find(({ valid }) => !valid);
      if (wrong) console.warn(`the drawn plot was not taken: ${wrong.reason}`);
      if (isShown) showPoints(this.map, shape.points);
    }
    this.#isWriting = false;
  }

  /** A PNG of the map as it is shown. */
  async preview(): Promise<Blob> {
    await this.ready;
    await new Promise<void>((resolve) => {
      void this.map.once('idle', () => resolve());
      this.map.triggerRepaint();
    });
    return new Promise((resolve, reject) =>
      this.map
        .getCanvas()
        .toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the map gave no image'))), 'image/png'),
    );
  }

  dispose(): void {
    if (this.#draw.enabled) this.#draw.stop();
    this.map.remove();
  }

  #feature() {
    return this.#draw
      .getSnapshot()
      .find(
        ({ geometry, properties }) =>
          geometry.type !== 'Point' &&
          (properties['mode'] === MODES.polygon || properties['mode'] === MODES.line),
      );
  }

  /** One shape only: a new one takes the place of the old. */
  #finish(): void {
    const features = this.#draw
      .getSnapshot()
      .filter(({ geometry, properties }) => geometry.type !== 'Point' && properties['mode'] !== 'select');
    const old = features.slice(0, -1).flatMap(({ id }) => (id === undefined ? [] : [id]));
    if (old.length > 0) this.#draw.removeFeatures(old);
    this.#report();
    if (this.#draw.getMode() !== MODES.select) {
      this.#onMode('select');
    }
  }

  #report(): void {
    // What is being drawn is reported when it is finished.
    if (this.#isWriting || this.#draw.getModeState() === 'drawing') return;
    const feature = this.#feature();
    if (!feature) return this.#onShape(null);
    const shape = shapeOf(feature.geometry);
    if (shape && isComplete(shape)) this.#onShape(shape);
  }
}

function shapeOf(geometry: { type: string; coordinates: unknown }): PlotShape | null {
  if (geometry.type === 'LineString') return { kind: 'line', points: geometry.coordinates as LngLatPair[] };
  if (geometry.type !== 'Polygon') return null;
  const [ring] = geometry.coordinates as LngLatPair[][];
  return ring ? { kind: 'polygon', points: ring.slice(0, -1) } : null;
}
