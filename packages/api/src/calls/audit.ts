import { call } from './call.ts';

export const audit = {
  list: call({
    method: 'GET',
    path: '/system/audit/list',
    service: 'system',
    right: 'administer',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  verify: call({
    method: 'GET',
    path: '/system/audit/verify',
    service: 'system',
    right: 'administer',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
