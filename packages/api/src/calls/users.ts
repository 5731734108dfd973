import { call } from './call.ts';

export const users = {
  list: call({
    method: 'GET',
    path: '/system/user/list',
    service: 'system',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  create: call({
    method: 'POST',
    path: '/system/user',
    service: 'system',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  update: call({
    method: 'PUT',
    path: '/system/user',
    service: 'system',
    right: 'administer',
    audit: 'update',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  remove: call({
    method: 'DELETE',
    path: '/system/user/{id}',
    service: 'system',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  roles: call({
    method: 'GET',
    path: '/system/role/list',
    service: 'system',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
