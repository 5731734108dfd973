import { call } from './call.ts';

export const feedback = {
  list: call({
    method: 'GET',
    path: '/system/feedback/list',
    service: 'base',
    right: 'personal',
    summary: { zh: '', en: '' },
  }),
  create: call({
    method: 'POST',
    path: '/system/feedback',
    service: 'base',
    right: 'personal',
    audit: 'create',
    summary: { zh: '', en: '' },
  }),
  remove: call({
    method: 'DELETE',
    path: '/system/feedback',
    service: 'base',
    right: 'personal',
    audit: 'delete',
    summary: { zh: '', en: '' },
  }),
  removeAll: call({
    method: 'DELETE',
    path: '/system/feedback/all',
    service: 'base',
    right: 'personal',
    audit: 'delete',
    summary: { zh: '', en: '' },
  }),
};
