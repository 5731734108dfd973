import { call } from './call.ts';

export const apiKeys = {
  list: call({
    method: 'GET',
    path: '/system/apikey/list',
    service: 'system',
    right: 'administer',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  create: call({
    method: 'POST',
    path: '/system/apikey',
    service: 'system',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  remove: call({
    method: 'DELETE',
    path: '/system/apikey/{id}',
    service: 'system',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
