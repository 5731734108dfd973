import type { Page } from 'puppeteer';

/** Before the page is opened: its network can be cut by {@link cutNetwork}. */
export async function knowSockets(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const sockets: WebSocket[] = [];
    class Known extends WebSocket {
      constructor(...given: ConstructorParameters<typeof WebSocket>) {
        super(...given);
        sockets.push(this);
      }
    }
    Object.assign(window, { WebSocket: Known, cut: () => sockets.forEach((socket) => socket.close()) });
  });
}

/** Takes the page offline. A closed connection is noticed at once, a silent one only after a timeout. */
export async function cutNetwork(page: Page): Promise<void> {
  await page.setOfflineMode(true);
  await page.evaluate(() => (window as unknown as { cut: () => void }).cut());
}
