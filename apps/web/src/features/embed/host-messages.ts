import type { FarmViewerElement, FarmViewerElementEvents } from 'farm3d-engine/element';
import { FarmError } from 'farm3d-engine';

/** Version of the messages; docs/embedding.md lists them. */
const VERSION = 1;

/** Events of the element that are passed on, with the type of their message. */
const PASSED_ON = {
  'farm3d-live-scene': 'ready',
  'farm3d-live-status': 'status',
  'farm3d-reading': 'reading',
  'farm3d-device-state': 'device-state',
  'farm3d-alarm': 'alarm',
  'farm3d-object-click': 'click',
  'farm3d-select': 'select',
} as const satisfies Partial<Record<keyof FarmViewerElementEvents, string>>;

/** The page that frames this one. */
export interface HostWindow {
  readonly parent: Pick<Window, 'postMessage'>;
  readonly document: Pick<Document, 'referrer'>;
  readonly location: { readonly ancestorOrigins?: ArrayLike<string> };
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** The origins that the server wrote into the page. */
export function originsIn(page: Document): readonly string[] {
  const content = page.querySelector<HTMLMetaElement>('meta[name="farm3d-origins"]')?.content ?? '';
  return content.split(' ').filter((origin) => origin !== '');
}

/** Origins to post to: that of the parent where the browser names it, else each; the browser delivers to the right one. */
function targetsOf({ location, document }: HostWindow, origins: readonly string[]): readonly string[] {
  const referrer = URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined;
  const parent = location.ancestorOrigins?.[0] ?? referrer;
  return parent === undefined ? origins : origins.filter((origin) => origin === parent);
}

const isIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string');

/** What a message asks for; null with the wrong field. */
function requestOf(
  message: Readonly<Record<string, unknown>>,
): ((element: FarmViewerElement) => unknown) | { readonly field: string } {
  const { type, ids, locale, quality } = message;
  switch (type) {
    case 'select':
      return isIds(ids) ? (element) => element.select(ids) : { field: 'ids' };
    case 'fit':
      return ids === undefined || isIds(ids) ? (element) => element.fit(ids) : { field: 'ids' };
    case 'locale':
      return locale === 'zh-CN' || locale === 'en'
        ? (element) => (element.locale = locale)
        : { field: 'locale' };
    case 'quality':
      return quality === 'auto' || quality === 'low' || quality === 'medium' || quality === 'high'
        ? (element) => (element.quality = quality)
        : { field: 'quality' };
    default:
      return { field: 'type' };
  }
}

/** Messages to and from the page that frames this one, of the allowed origins only. */
export class HostMessages {
  readonly #window: HostWindow;
  readonly #targets: readonly string[];

  constructor(window: HostWindow, origins: readonly string[], element: FarmViewerElement) {
    this.#window = window;
    this.#targets = (window.parent as unknown) === window ? [] : targetsOf(window, origins);
    for (const [event, type] of Object.entries(PASSED_ON))
      element.addEventListener(event, (given) => {
        // The event of the browser cannot be sent to another window.
        const { originalEvent: _, ...detail } = (given as CustomEvent<{ originalEvent?: unknown }>).detail;
        this.post(type, detail);
      });
    window.addEventListener('message', ({ source, origin, data }) => {
      if (source !== window.parent || !origins.includes(origin)) return;
      if (typeof data === 'object' && data !== null && data.target === 'farm3d')
        void this.#take(element, data as Record<string, unknown>);
    });
  }

  post(type: string, detail: object): void {
    for (const origin of this.#targets)
      this.#window.parent.postMessage({ ...detail, source: 'farm3d', version: VERSION, type }, origin);
  }

  async #take(element: FarmViewerElement, message: Readonly<Record<string, unknown>>): Promise<void> {
    const request = requestOf(message);
    if ('field' in request) {
      const { field } = request;
      this.post('error', { code: 'invalid-message', field, message: `invalid message: ${field}` });
      return;
    }
    try {
      await request(element);
    } catch (error) {
      const { code, message: text } = FarmError.from(error, 'invalid-argument');
      this.post('error', { code, message: text });
    }
  }
}
