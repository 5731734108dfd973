import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { ServerConfig } from '../../platform/config/settings.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import type { Principals } from '../../platform/auth/principals.ts';
import { serveFile } from '../../platform/http/static-files.ts';

/** Paths of the pages of the application (readings 22); every other unknown path is a 404. */
const PAGES = [
  '/login',
  '/invitation',
  '/new-password',
  '/scene',
  '/iframeModel',
  '/iotManagement/:page{.+}',
  '/embed/:page{.+}',
  '/app',
  '/app/*',
];
/** Files at the root of the built application. */
const ROOT_FILES = [
  '/favicon.ico',
  '/favicon.svg',
  '/favicon.png',
  '/robots.txt',
  '/manifest.webmanifest',
  '/service-worker.js',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable.png',
];

const NOT_BUILT = `<!doctype html>
<html lang="zh-CN"><meta charset="utf-8"><title>farm3d</title>
<p>网页尚未构建，请运行 npm run build。</p>
<p lang="en">The web application is not built yet: npm run build.</p>
`;

/** The built web application and the built 3D models. */
export function webRoutes(
  { webDir, modelsDir }: Pick<ServerConfig, 'webDir' | 'modelsDir'>,
  principals: Pick<Principals, 'embedTokenRecord'>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const page = async (c: AppContext): Promise<Response> =>
    (await serveFile(c, webDir, 'index.html', 'revalidate')) ?? c.html(NOT_BUILT, 503);

  app.get('/embed/:token{f3e_.+}', embeddedPage(webDir, principals));
  app.get('/', (c) => c.redirect('/app'));
  for (const path of PAGES) app.get(path, page);
  app.get('/assets/*', async (c) => (await serveFile(c, webDir, c.req.path, 'immutable')) ?? c.notFound());
  for (const path of ROOT_FILES) {
    app.get(path, async (c) => (await serveFile(c, webDir, path, 'revalidate')) ?? c.notFound());
  }
  app.get('/models/*', async (c) => {
    const file = c.req.path.slice('/models/'.length);
    const served = /\.(glb|json|png|webp)$/.test(file)
      ? await serveFile(c, modelsDir, file, 'revalidate')
      : undefined;
    // Pages of other sites show scenes too, and these models are the same for everybody.
    served?.headers.set('Access-Control-Allow-Origin', '*');
    return served ?? c.notFound();
  });
  return app;
}

/** The member of the page that the server fills in. */
const ORIGINS = '<meta name="farm3d-origins" content="" />';

/**
 * The bare page of an embed token. It may be shown by the origins of its token, which are in the page for its messages. Of a
 * token that has run out they may show it too, so that they learn why it shows nothing. The page of an unknown token has no
 * origins.
 */
function embeddedPage(
  webDir: string,
  principals: Pick<Principals, 'embedTokenRecord'>,
): (c: AppContext) => Promise<Response> {
  return async (c) => {
    const token = c.req.path.slice('/embed/'.length);
    const [record, page] = await Promise.all([
      principals.embedTokenRecord(token),
      readFile(join(webDir, 'embed.html'), 'utf8').catch(() => null),
    ]);
    const origins = record?.origins ?? [];
    // Without origins of its own the token is for those that the server lists.
    if (!record || origins.length > 0) c.set('frames', origins);
    c.header('Cache-Control', 'no-store');
    if (page === null) return c.html(NOT_BUILT, 503);
    // Origins are checked when a token is made: they contain no character that HTML reads.
    const html = page.replace(ORIGINS, ORIGINS.replace('""', `"${origins.join(' ')}"`));
    return c.html(html, record && !record.hasExpired ? 200 : 404);
  };
}
