import { FarmError } from '../core/errors.ts';
import type { LiveConnection, LiveEvents } from '../live/live-types.ts';
import type { FarmViewerElement } from './element-types.ts';

/** What a live connection reports to its element. */
interface LiveReports {
  readonly report: (error: FarmError) => void;
  readonly dispatch: (type: string, detail: object) => void;
}

const REPORTED = [
  'live-status',
  'live-scene',
  'reading',
  'device-state',
  'alarm',
] as const satisfies (keyof LiveEvents)[];

/** The live connection of an element by its attributes. Its code is loaded with the first connection. */
export class LiveSource {
  readonly #element: FarmViewerElement;
  readonly #reports: LiveReports;
  #connection: LiveConnection | undefined;
  /** Counts restarts: attributes that are set together are one restart. */
  #restarts = 0;

  constructor(element: FarmViewerElement, reports: LiveReports) {
    this.#element = element;
    this.#reports = reports;
  }

  /** Whether the element has an address and a token. */
  get isWanted(): boolean {
    return this.#element.server !== '' && this.#element.token !== '';
  }

  /** Ends the present connection, and connects if that is wanted. */
  restart(): void {
    this.close();
    if (this.isWanted) void this.#connect(this.#restarts);
  }

  close(): void {
    this.#restarts += 1;
    this.#connection?.close();
    this.#connection = undefined;
  }

  async #connect(restart: number): Promise<void> {
    try {
      const { connectLive } = await import('../live/connect-live.ts');
      if (restart !== this.#restarts) return;
      const { server, token, scene, locale, options } = this.#element;
      const connection = connectLive(this.#element, {
        server,
        token,
        ...(scene !== null && { scene }),
        locale: locale ?? options.locale,
      });
      this.#connection = connection;
      for (const type of REPORTED)
        connection.on(type, (detail: object) => this.#reports.dispatch(type, detail));
      connection.on('error', ({ error }) => this.#reports.report(error));
    } catch (error) {
      if (restart === this.#restarts) this.#reports.report(FarmError.from(error, 'server-unreachable'));
    }
  }
}
