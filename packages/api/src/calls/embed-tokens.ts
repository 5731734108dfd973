import { call } from './call.ts';

export const embedTokens = {
  list: call({
    method: 'GET',
    path: '/system/embedtoken/list',
    service: 'system',
    right: 'administer',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  create: call({
    method: 'POST',
    path: '/system/embedtoken',
    service: 'system',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  remove: call({
    method: 'DELETE',
    path: '/system/embedtoken/{id}',
    service: 'system',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
