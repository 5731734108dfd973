import { call } from './call.ts';

export const sessions = {
  list: call({
    method: 'GET',
    path: '/system/session/list',
    service: 'system',
    right: 'personal',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  revoke: call({
    method: 'DELETE',
    path: '/system/session/{id}',
    service: 'system',
    right: 'personal',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
