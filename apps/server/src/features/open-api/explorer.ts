import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Hono } from 'hono';
import type { AppEnv } from '../../platform/http/context.ts';
import { serveFile } from '../../platform/http/static-files.ts';

/** Swagger UI as its package brings it; a browser loads it from this server, and only on this page. */
const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const FILES = new Set(['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js']);

const PAGE = `<!doctype html>
<html lang="zh-CN">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>farm3d API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="swagger-ui.css" />
  </head>
  <body>
    <div id="explorer"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="swagger-ui-standalone-preset.js"></script>
    <script src="start.js"></script>
  </body>
</html>
`;

/** The documents in the browser's language; `validatorUrl: null`, so that no other server is requested. */
const START = `const locale = navigator.language.startsWith('zh') ? 'zh-CN' : 'en';
document.documentElement.lang = locale;
window.ui = SwaggerUIBundle({
  dom_id: '#explorer',
  urls: [
    { url: '/openapi/platform.json', name: locale === 'en' ? 'Platform' : '平台接口' },
    { url: '/openapi/device.json', name: locale === 'en' ? 'Devices' : '设备接入接口' },
  ],
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  deepLinking: true,
  docExpansion: 'none',
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    request.headers['X-Locale'] = locale;
    return request;
  },
});
`;

/** `/openapi/explorer`: the calls in a page, to be read and tried. */
export function explorerRoutes(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/openapi/explorer', (c) => c.redirect('/openapi/explorer/'));
  app.get('/openapi/explorer/', (c) => c.html(PAGE));
  app.get('/openapi/explorer/start.js', (c) => {
    c.header('Content-Type', 'text/javascript; charset=utf-8');
    return c.body(START);
  });
  app.get('/openapi/explorer/:file', async (c) => {
    const file = c.req.param('file');
    return (FILES.has(file) && (await serveFile(c, FOLDER, file, 'revalidate'))) || c.notFound();
  });
  return app;
}
