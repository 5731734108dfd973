import { call } from './call.ts';

export const groups = {
  list: call({
    method: 'GET',
    path: '/group/list',
    summary: { zh: '', en: '' },
  }),
  create: call({
    method: 'POST',
    path: '/group',
    right: 'devices',
    audit: 'create',
    summary: { zh: '', en: '' },
  }),
  update: call({
    method: 'PUT',
    path: '/group',
    right: 'devices',
    audit: 'update',
    summary: { zh: '', en: '' },
  }),
  remove: call({
    method: 'DELETE',
    path: '/group',
    right: 'devices',
    audit: 'delete',
    summary: { zh: '', en: '' },
  }),
};
