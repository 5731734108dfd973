import { check, invalidArgument } from '../core/check.ts';
import { FarmError } from '../core/errors.ts';
import { checkOptions, LABEL_MODES, LOCALES, QUALITY_CHOICES } from '../engine/check-options.ts';
import { type FarmViewerEvents, VIEWER_EVENTS } from '../engine/events.ts';
import { FarmViewer } from '../engine/farm-viewer.ts';
import type { FarmViewerOptions, ScreenshotOptions } from '../engine/options.ts';
import type { LiveState, LoadReport, ViewerScene } from '../engine/viewer-types.ts';
import type { FarmViewerElement } from './element-types.ts';
import { GsapTweens } from './gsap-tweens.ts';
import { LiveSource } from './live-source.ts';
import { readSceneFile } from './scene-file.ts';
import { SlottedLabels } from './slotted-labels.ts';

/** A size without any style of the page, like a canvas has one; the page's own rules come first. */
const STYLE = `
  :host { display: block; position: relative; block-size: 400px; overflow: hidden; }
  :host([hidden]) { display: none; }
  div { position: absolute; inset: 0; }
  div[hidden] { display: none; }
  div[part=labels] { pointer-events: none; }
  ::slotted([slot=label]) { position: absolute; inset: 0 auto auto 0; pointer-events: auto; }
`;

/** Properties that a page may have set before the element was registered. */
const EARLY = ['options', 'gsap', 'locale', 'quality', 'labels', 'server', 'token', 'scene', 'src'] as const;

/** Attributes of the live connection. */
const LIVE = new Set(['server', 'token', 'scene']);

/** What the page may show over the viewer. */
type Overlay = 'loading' | 'error';

/** Values of the attributes that override options. */
const CHOICES: Readonly<Record<'locale' | 'quality' | 'labels', readonly string[]>> = {
  locale: LOCALES,
  quality: QUALITY_CHOICES,
  labels: LABEL_MODES,
};

/** Servers that render pages import this module too, and have no elements. */
const PageElement = globalThis.HTMLElement ?? Object;

class ViewerElement extends PageElement implements FarmViewerElement {
  static readonly observedAttributes = ['src', ...Object.keys(CHOICES), ...LIVE];
  readonly #container: HTMLElement;
  readonly #slotted: SlottedLabels;
  readonly #overlays: Readonly<Record<Overlay, HTMLElement>>;
  #options: FarmViewerOptions = {};
  #gsap: FarmViewerElement['gsap'];
  #viewer: FarmViewer | null = null;
  /** Why no viewer could be created; tried again when the element is connected again. */
  #failure: FarmError | undefined;
  #scene: ViewerScene | undefined;
  /** The download of the scene file. */
  #download: AbortController | undefined;
  readonly #live = new LiveSource(this, {
    report: (error) => {
      this.#show('error');
      this.#report(error);
    },
    dispatch: (type, detail) => void this.#emit(type, detail),
  });

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    this.#container = root.appendChild(this.ownerDocument.createElement('div'));
    this.#container.part.add('viewport');
    this.#slotted = new SlottedLabels(root);
    this.#overlays = { loading: overlayIn(root, 'loading'), error: overlayIn(root, 'error') };
    for (const name of EARLY) {
      if (!Object.hasOwn(this, name)) continue;
      const { [name]: value } = this;
      // The own property hides the accessor.
      delete (this as Partial<Record<typeof name, unknown>>)[name];
      Object.assign(this, { [name]: value });
    }
  }

  get src(): string {
    return this.getAttribute('src') ?? '';
  }

  set src(src: string) {
    this.setAttribute('src', src);
  }

  get server(): string {
    return this.getAttribute('server') ?? '';
  }

  set server(server: string) {
    this.setAttribute('server', server);
  }

  get token(): string {
    return this.getAttribute('token') ?? '';
  }

  set token(token: string) {
    this.setAttribute('token', token);
  }

  get scene(): string | null {
    return this.getAttribute('scene');
  }

  set scene(scene: string | null) {
    if (scene === null) this.removeAttribute('scene');
    else this.setAttribute('scene', scene);
  }

  get locale(): FarmViewerElement['locale'] {
    return this.getAttribute('locale') as FarmViewerElement['locale'];
  }

  set locale(locale: FarmViewerElement['locale']) {
    this.#setAttribute('locale', locale);
  }

  get quality(): FarmViewerElement['quality'] {
    return this.getAttribute('quality') as FarmViewerElement['quality'];
  }

  set quality(quality: FarmViewerElement['quality']) {
    this.#setAttribute('quality', quality);
  }

  get labels(): FarmViewerElement['labels'] {
    return this.getAttribute('labels') as FarmViewerElement['labels'];
  }

  set labels(labels: FarmViewerElement['labels']) {
    this.#setAttribute('labels', labels);
  }

  get options(): FarmViewerOptions {
    return this.#options;
  }

  set options(options: FarmViewerOptions) {
    checkOptions(this, options);
    this.#options = options;
  }

  get gsap(): FarmViewerElement['gsap'] {
    return this.#gsap;
  }

  set gsap(gsap: FarmViewerElement['gsap']) {
    check(gsap === undefined || typeof gsap === 'function', 'gsap', gsap);
    this.#gsap = gsap;
  }

  get viewer(): FarmViewer | null {
    if (!this.isConnected) return null;
    if (!this.#viewer && !this.#failure) this.#open();
    return this.#viewer;
  }

  async load(scene: ViewerScene): Promise<LoadReport> {
    const viewer = this.#viewerNow();
    this.#download?.abort();
    const previous = this.#scene;
    this.#scene = scene;
    this.#show('loading');
    try {
      const report = await viewer.load(scene);
      if (this.#scene === scene) this.#show(null);
      return report;
    } catch (error) {
      // A load that another one ended leaves what that one shows.
      if (!isCode(error, 'aborted')) this.#show(isCode(error, 'disposed') ? null : 'error');
      // The viewer still shows the previous one.
      if (this.#scene === scene && isCode(error, 'invalid-argument')) this.#scene = previous;
      throw error;
    }
  }

  setLiveState(states: Iterable<LiveState>): void {
    this.#viewerNow().setLiveState(states);
  }

  select(ids: readonly string[]): void {
    this.#viewerNow().select(ids);
  }

  fit(ids?: readonly string[]): Promise<void> {
    return this.#viewerNow().fit(ids);
  }

  screenshot(options?: ScreenshotOptions): Promise<Blob> {
    return this.#viewerNow().screenshot(options);
  }

  connectedCallback(): void {
    this.#failure = undefined;
    // Later, so that the script that makes the element can set its properties after it is connected, too.
    queueMicrotask(() => void this.viewer);
  }

  disconnectedCallback(): void {
    // An element that is moved is connected again by now.
    queueMicrotask(() => {
      if (!this.isConnected) this.#close();
    });
  }

  /** Moved to another document, such as an iframe's: a viewer belongs to one. */
  adoptedCallback(): void {
    this.#close();
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value) return;
    if (LIVE.has(name)) {
      if (this.#viewer) this.#live.restart();
      return;
    }
    if (name === 'src') {
      this.#scene = undefined;
      this.#download?.abort();
      if (this.#viewer && value !== null) void this.#loadFile(value);
      return;
    }
    if (name === 'locale') this.#viewer?.setLocale(this.#choice('locale') ?? 'zh-CN');
    else if (name === 'quality') this.#viewer?.setQuality(this.#choice('quality') ?? 'auto');
    else if (this.#viewer) this.#viewer.labels.mode = this.#choice('labels') ?? 'pinned';
  }

  #viewerNow(): FarmViewer {
    const { viewer } = this;
    if (!viewer) throw (this.isConnected && this.#failure) || new FarmError('disposed');
    return viewer;
  }

  /** Shows the page's overlay for a state, and no other. */
  #show(overlay: Overlay | null): void {
    for (const [name, element] of Object.entries(this.#overlays)) element.hidden = name !== overlay;
  }

  #setAttribute(name: keyof typeof CHOICES, value: string | null): void {
    check(value === null || CHOICES[name].includes(value), name, value);
    if (value === null) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  /** An option that may be given as an attribute. An invalid one is reported and left out. */
  #choice<Name extends keyof typeof CHOICES>(name: Name): FarmViewerOptions[Name] {
    const value = this.getAttribute(name);
    if (value !== null && CHOICES[name].includes(value)) return value as FarmViewerOptions[Name];
    if (value !== null) this.#report(invalidArgument(name, value));
    return this.#options[name];
  }

  #open(): void {
    const root = this.shadowRoot!;
    const sheet = new (this.ownerDocument.defaultView ?? window).CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const tweens = this.#gsap && new GsapTweens(this.#gsap);
    const [locale, quality] = [this.#choice('locale'), this.#choice('quality')];
    const labels = this.#choice('labels');
    const options = {
      ...this.#options,
      ...(locale && { locale }),
      ...(quality && { quality }),
      ...(labels && { labels }),
      ...(tweens && { tween: tweens.play }),
    };
    let viewer: FarmViewer;
    try {
      viewer = new FarmViewer(this.#container, options);
    } catch (error) {
      this.#failure = FarmError.from(error, 'webgl-unavailable');
      this.#show('error');
      this.#report(this.#failure);
      return;
    }
    this.#viewer = viewer;
    this.#slotted.setViewer(viewer);
    for (const type of Object.keys(VIEWER_EVENTS) as (keyof FarmViewerEvents)[])
      if (type === 'error') viewer.on(type, ({ error }) => this.#report(error));
      else if (type !== 'render') viewer.on(type, (detail) => void this.#dispatch(type, detail));
    if (tweens)
      void viewer
        .once('render')
        .then(() => tweens.load())
        .catch((error: unknown) =>
          this.#report(FarmError.from(error, 'invalid-argument', { field: 'gsap' })),
        );
    if (this.#live.isWanted) this.#live.restart();
    else if (this.#scene) this.#loadAgain(viewer, this.#scene);
    else if (this.hasAttribute('src')) void this.#loadFile(this.src);
  }

  #close(): void {
    this.#live.close();
    this.#download?.abort();
    this.#slotted.setViewer(null);
    this.#viewer?.dispose();
    this.#viewer = null;
  }

  async #loadFile(src: string): Promise<void> {
    const download = new AbortController();
    this.#download = download;
    this.#show('loading');
    try {
      const scene = await readSceneFile(src, {
        base: this.ownerDocument.baseURI,
        fetch: this.#options.fetch ?? ((...given) => fetch(...given)),
        signal: download.signal,
      });
      if (!download.signal.aborted) await this.load(scene);
    } catch (error) {
      if (!isCode(error, 'aborted') && !isCode(error, 'disposed')) this.#show('error');
      this.#reportUnlessAborted(error);
    }
  }

  #loadAgain(viewer: FarmViewer, scene: ViewerScene): void {
    viewer.load(scene).catch((error: unknown) => this.#reportUnlessAborted(error));
  }

  /** A load that another one or a removal ends is no error. */
  #reportUnlessAborted(error: unknown): void {
    if (!isCode(error, 'aborted') && !isCode(error, 'disposed'))
      this.#report(FarmError.from(error, 'invalid-argument', { field: 'src' }));
  }

  #report(error: FarmError): void {
    if (this.#dispatch('error', { error })) console.error(error);
  }

  /** @returns whether nobody has prevented the default */
  #dispatch<Type extends keyof FarmViewerEvents>(type: Type, detail: FarmViewerEvents[Type]): boolean {
    return this.#emit(type, detail);
  }

  #emit(type: string, detail: object): boolean {
    const init = { detail, bubbles: true, composed: true, cancelable: type === 'error' };
    return this.dispatchEvent(new CustomEvent(`farm3d-${type}`, init));
  }
}

/** A hidden layer over the viewer with a slot of the same name. */
function overlayIn(root: ShadowRoot, name: Overlay): HTMLElement {
  const layer = root.ownerDocument.createElement('div');
  layer.part.add(name);
  layer.hidden = true;
  layer.appendChild(root.ownerDocument.createElement('slot')).name = name;
  return root.appendChild(layer);
}

function isCode(error: unknown, code: FarmError['code']): boolean {
  return error instanceof FarmError && error.code === code;
}

/**
 * Registers {@link FarmViewerElement}, once for each name.
 * @param name Name of the element, with a hyphen. Default `farm3d-viewer`.
 * @throws FarmError `invalid-argument` for a name that no element may have
 */
export function defineFarmViewer(name = 'farm3d-viewer'): void {
  if (customElements.get(name)) return;
  try {
    // A class has one name: each gets a class of its own.
    customElements.define(name, class extends ViewerElement {});
  } catch (error) {
    throw FarmError.from(error, 'invalid-argument', {
      field: 'name',
      reason: `name = ${JSON.stringify(name)}`,
    });
  }
}
