import { call } from './call.ts';

export const rpc = {
  twoway: call({
    method: 'POST',
    path: '/api/device/{id}/rpc/twoway',
    right: 'operate',
    audit: 'act',
    summary: { zh: '', en: '' },
  }),
  get: call({
    method: 'GET',
    path: '/api/device/rpc/{id}',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
