import { servePage } from '../tests/browser/pages/page-server.ts';
import { launchBrowser } from '../tests/support/browser.ts';

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

/**
 * The compared libraries need blob: workers and inline styles; everything is still loaded from the page's own
 * server.
 */
const PEERS_POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:";

/** Builds a page with the compared libraries, opens it in its own browser and closes both afterwards. */
export async function withBenchPage<T>(
  name: string,
  work: (page: Page, url: string) => Promise<T>,
  viewport = { width: 320, height: 200 },
): Promise<T> {
  const server = await servePage(name, { peers: true, policy: PEERS_POLICY });
  // In a page isolated from other origins performance.now() has a resolution of 5 µs instead of 100 µs.
  server.answer = (_, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    return false;
  };
  const browser = await launchBrowser({ protocolTimeout: 600_000 });
  try {
    const page = await browser.newPage();
    await page.setViewport(viewport);
    page.on('pageerror', (error) => console.error(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') console.error(message.text());
    });
    await page.goto(server.url);
    await page.waitForFunction(() => document.readyState === 'complete');
    return await work(page, server.url);
  } finally {
    await browser.close();
    await server.close();
  }
}
