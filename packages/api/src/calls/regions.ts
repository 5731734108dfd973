import { call } from './call.ts';

export const regions = {
  maps: call({
    method: 'GET',
    path: '/api/region/map/list',
    service: 'system',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  saveMap: call({
    method: 'POST',
    path: '/api/region/map',
    service: 'system',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    maxBody: 'stream',
    summary: { zh: '', en: '' },
  }),
  removeMap: call({
    method: 'DELETE',
    path: '/api/region/map/{id}',
    service: 'system',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    maxBody: 'stream',
    summary: { zh: '', en: '' },
  }),
  summary: call({
    method: 'GET',
    path: '/api/region/summary',
    service: 'system',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
