import { call } from './call.ts';

export const alarms = {
  query: call({
    method: 'GET',
    path: '/api/alarm/device/query',
    summary: { zh: '', en: '' },
  }),
  ofDevice: call({
    method: 'GET',
    path: '/api/alarm/device/{id}',
    summary: { zh: '', en: '' },
  }),
  acknowledge: call({
    method: 'POST',
    path: '/api/alarm/{id}/acknowledge',
    right: 'alarms',
    audit: 'act',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  clear: call({
    method: 'POST',
    path: '/api/alarm/{id}/clear',
    right: 'alarms',
    audit: 'act',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  shelve: call({
    method: 'POST',
    path: '/api/alarm/{id}/shelve',
    right: 'alarms',
    audit: 'act',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
