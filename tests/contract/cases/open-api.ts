import { ROUTES } from '@farm3d/api';
import { expect } from 'vitest';
import { refusal, type Cases } from './support.ts';

export const openApiCases: Cases<'openApi'> = {
  'openApi.list': async ({ api }) => {
    const { items } = await api.openApi.list();
    expect(items.map(({ id }) => id)).toEqual(['platform', 'device']);
    expect(items.reduce((sum, { calls }) => sum + calls, 0)).toBe(Object.keys(ROUTES).length);
  },

  'openApi.get': async ({ api }) => {
    const [platform, device] = [await api.openApi.get('platform'), await api.openApi.get('device')];
    expect(platform.openapi).toBe('3.1.0');
    // Every call that there is stands in one of them, and none that there is not.
    const described = [platform, device].flatMap(({ paths }) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    );
    const existing = Object.values(ROUTES).map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual(existing.sort());
    expect(platform.paths['/api/devices/{id}']?.['get']).toMatchObject({
      operationId: 'devices.get',
      parameters: [{ name: 'id', in: 'path', required: true }],
      security: [{ user: [] }],
    });
    expect(await refusal(api.openApi.get('nothing'))).toMatchObject({ status: 404 });
  },
};
