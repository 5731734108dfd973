import { call } from './call.ts';

export const areas = {
  get: call({
    method: 'GET',
    path: '/system/area/{id}',
    service: 'system',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  children: call({
    method: 'GET',
    path: '/system/area/children/{parentId}',
    service: 'system',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
