import { Hono } from 'hono';
import type { ServerConfig } from '../../platform/config/settings.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { serveFile } from '../../platform/http/static-files.ts';

/** Paths of the pages of the application (readings 22); every other unknown path is a 404. */
const PAGES = [
  '/login',
  '/invitation',
  '/scene',
  '/iframeModel',
  '/iotManagement/:page{.+}',
  '/embed/:page{.+}',
  '/app',
  '/app/*',
];
/** Files at the root of the built application. */
const ROOT_FILES = ['/favicon.ico', '/favicon.svg', '/favicon.png', '/robots.txt', '/manifest.webmanifest'];

const NOT_BUILT = `<!doctype html>
<html lang="zh-CN"><meta charset="utf-8"><title>farm3d</title>
<p>网页尚未构建，请运行 npm run build。</p>
<p lang="en">The web application is not built yet: npm run build.</p>
`;

/** The built web application and the built 3D models. */
export function webRoutes({ webDir, modelsDir }: Pick<ServerConfig, 'webDir' | 'modelsDir'>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const page = async (c: AppContext): Promise<Response> =>
    (await serveFile(c, webDir, 'index.html', 'revalidate')) ?? c.html(NOT_BUILT, 503);

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
    return served ?? c.notFound();
  });
  return app;
}
