import { call } from './call.ts';

export const sharing = {
  share: call({
    method: 'POST',
    path: '/api/devices/share/info',
    right: 'share',
    audit: 'create',
    summary: { zh: '', en: '' },
  }),
  ledger: call({
    method: 'GET',
    path: '/api/devices/sharedsettings',
    summary: { zh: '', en: '' },
  }),
  change: call({
    method: 'POST',
    path: '/api/devices/sharedsettings/batch',
    right: 'share',
    audit: 'update',
    summary: { zh: '', en: '' },
  }),
  stop: call({
    method: 'DELETE',
    path: '/api/devices/shared/{id}/stop',
    right: 'share',
    audit: 'act',
    summary: { zh: '', en: '' },
  }),
  leave: call({
    method: 'DELETE',
    path: '/api/devices/received/{id}/stop',
    right: 'personal',
    audit: 'act',
    summary: { zh: '', en: '' },
  }),
  receivedCount: call({
    method: 'GET',
    path: '/api/devices/receive/count',
    summary: { zh: '', en: '' },
  }),
};
