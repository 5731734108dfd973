import type { IDisposable } from '../core/disposer.ts';
import type { Locale } from '../core/messages.ts';

const TEXTS = {
  'zh-CN': { map: '区域地图：方向键选择区域，回车进入，Esc 返回', none: '' },
  en: { map: 'Region map: arrows choose a region, Enter goes in, Escape goes back', none: '' },
} as const satisfies Record<Locale, Record<string, string>>;

/** The DOM over the canvas: names, marker labels and a live region for screen readers. */
export class MapOverlay implements IDisposable {
  readonly names = layer();
  readonly markerLabels = layer();
  readonly #root = layer();
  readonly #liveRegion = document.createElement('div');
  readonly #container: HTMLElement;
  readonly #gavePosition: boolean;

  constructor(container: HTMLElement, canvas: HTMLCanvasElement, locale: Locale) {
    this.#container = container;
    // Absolute layers need a positioned container.
    this.#gavePosition = getComputedStyle(container).position === 'static';
    if (this.#gavePosition) container.style.position = 'relative';
    this.names.setAttribute('aria-hidden', 'true');
    this.#liveRegion.setAttribute('aria-live', 'polite');
    this.#liveRegion.style.cssText =
      'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap';
    this.#root.append(this.names, this.markerLabels, this.#liveRegion);
    container.append(this.#root);
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', TEXTS[locale].map);
  }

  /** Announces a text to screen readers. */
  announce(text: string): void {
    this.#liveRegion.textContent = text;
  }

  dispose(): void {
    this.#root.remove();
    if (this.#gavePosition) this.#container.style.position = '';
  }
}

function layer(): HTMLElement {
  const element = document.createElement('div');
  element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none';
  return element;
}
