import { call } from './call.ts';

export const linkages = {
  list: call({
    method: 'GET',
    path: '/api/linkages',
    summary: { zh: '', en: '' },
  }),
  create: call({
    method: 'POST',
    path: '/api/linkages',
    right: 'rules',
    audit: 'create',
    summary: { zh: '', en: '' },
  }),
  batch: call({
    method: 'PUT',
    path: '/api/linkages/batch',
    right: 'rules',
    audit: 'update',
    summary: { zh: '', en: '' },
  }),
  get: call({
    method: 'GET',
    path: '/api/linkages/{id}',
    summary: { zh: '', en: '' },
  }),
  update: call({
    method: 'PUT',
    path: '/api/linkages/{id}',
    right: 'rules',
    audit: 'update',
    summary: { zh: '', en: '' },
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/linkages/{id}',
    right: 'rules',
    audit: 'delete',
    summary: { zh: '', en: '' },
  }),
  run: call({
    method: 'GET',
    path: '/api/linkages/{id}/run',
    right: 'operate',
    audit: 'act',
    summary: { zh: '', en: '' },
  }),
  runs: call({
    method: 'GET',
    path: '/api/linkages/{id}/runs',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
