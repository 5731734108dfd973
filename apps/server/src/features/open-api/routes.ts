import { openApi, type Call, type Locale, type OpenApiDocument, type Summary } from '@farm3d/api';
import { localeOf } from '../../platform/http/context.ts';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { ALL_CALLS, openApiDocument } from './document.ts';
import { pythonClient } from './python-client.ts';

/** One document a service: an integration of devices need not read the rest. */
const DOCUMENTS: readonly { id: string; title: Summary; holds: (call: Call) => boolean }[] = [
  {
    id: 'platform',
    title: { zh: '平台接口', en: 'platform calls' },
    holds: ({ auth }) => auth !== 'device',
  },
  {
    id: 'device',
    title: { zh: '设备接入接口', en: 'calls of devices' },
    holds: ({ auth }) => auth === 'device',
  },
];

/** `/openapi`: the OpenAPI documents, and a client that is made from them. */
export function openApiRoutes(): ServedCall[] {
  // Constant at run time; made at the first request.
  const cache = new Map<string, OpenApiDocument>();
  const documentOf = (id: string, locale: Locale) => {
    const found = DOCUMENTS.find((one) => one.id === id);
    if (!found) throw notFound();
    const key = `${id} ${locale}`;
    const document = cache.get(key) ?? openApiDocument(ALL_CALLS.filter(found.holds), found.title, locale);
    cache.set(key, document);
    return document;
  };
  return [
    serve(openApi.list, ({ c }) => {
      const items = DOCUMENTS.map(({ id, title, holds }) => ({
        id,
        name: localeOf(c) === 'en' ? title.en : title.zh,
        calls: ALL_CALLS.filter(holds).length,
      }));
      return { items, total: items.length };
    }),
    serve(openApi.get, ({ c, path }) => documentOf(path.id, localeOf(c))),
    serve(openApi.platform, ({ c }) => documentOf('platform', localeOf(c))),
    serve(openApi.device, ({ c }) => documentOf('device', localeOf(c))),
    serve(openApi.python, ({ c }) => {
      c.header('Content-Type', 'text/x-python; charset=utf-8');
      return c.body(pythonClient(DOCUMENTS.map(({ id }) => documentOf(id, 'en'))));
    }),
  ];
}
