import { CALLS, type CallName } from '@farm3d/api';
import type { Page } from 'puppeteer';
import { JOURNEYS, type Journey } from './journeys.ts';
import { waitFor } from './wait.ts';

const NAMES = Object.keys(CALLS) as CallName[];

/** Names of the calls with their addresses; those without parameters have precedence. */
const PATTERNS = NAMES.map((name) => ({
  name,
  method: CALLS[name].method,
  path: new RegExp(`^${CALLS[name].path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  parameters: CALLS[name].path.split('{').length,
})).toSorted((a, b) => a.parameters - b.parameters);

function callOf(method: string, address: string): CallName | undefined {
  const { pathname } = new URL(address);
  return PATTERNS.find((one) => one.method === method && one.path.test(pathname))?.name;
}

/** What a page sent to the server: the calls that were answered without an error, by name. */
export class CallRecord {
  readonly answered = new Set<CallName>();
  /** `METHOD path: status` of refused calls. */
  readonly refused: string[] = [];

  constructor(page?: Page) {
    if (page) this.follow(page);
  }

  /** Records the calls of a page, too. */
  follow(page: Page): void {
    page.on('response', (response) => {
      const method = response.request().method();
      const name = callOf(method, response.url());
      if (name === undefined) return;
      if (response.ok()) this.answered.add(name);
      else this.refused.push(`${method} ${new URL(response.url()).pathname}: ${response.status()}`);
    });
  }

  /** Waits until all calls of a journey were answered. */
  async shows(journey: Journey): Promise<void> {
    await this.has(...JOURNEYS[journey]);
  }

  /** Waits until all of these were answered. */
  async has(...names: CallName[]): Promise<void> {
    const missing = (): CallName[] => names.filter((name) => !this.answered.has(name));
    await waitFor(() => missing().length === 0, { what: () => `answers of ${missing().join(', ')}` });
  }
}
