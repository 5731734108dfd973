import { call } from './call.ts';

export const deviceGroups = {
  list: call({
    method: 'GET',
    path: '/devicegroup/list',
    summary: { zh: '', en: '' },
  }),
  add: call({
    method: 'POST',
    path: '/devicegroup',
    right: 'devices',
    audit: 'create',
    summary: { zh: '', en: '' },
  }),
  addMany: call({
    method: 'POST',
    path: '/devicegroup/batch/add',
    right: 'devices',
    audit: 'create',
    summary: { zh: '', en: '' },
  }),
  remove: call({
    method: 'DELETE',
    path: '/devicegroup',
    right: 'devices',
    audit: 'delete',
    summary: { zh: '', en: '' },
  }),
  removeMany: call({
    method: 'DELETE',
    path: '/devicegroup/batch',
    right: 'devices',
    audit: 'delete',
    summary: { zh: '', en: '' },
  }),
};
