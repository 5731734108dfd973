import { call } from './call.ts';

export const alarmSettings = {
  list: call({
    method: 'GET',
    path: '/api/alarmsettings/device/{id}',
    summary: { zh: '', en: '' },
  }),
  save: call({
    method: 'POST',
    path: '/api/alarmsettings/device/{id}',
    right: 'rules',
    audit: 'update',
    summary: { zh: '', en: '' },
  }),
  ofAttribute: call({
    method: 'GET',
    path: '/api/alarmsettings/device/{id}/{x}',
    summary: { zh: '', en: '' },
  }),
  ofProduct: call({
    method: 'GET',
    path: '/api/alarmsettings/product/{id}',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  saveProduct: call({
    method: 'POST',
    path: '/api/alarmsettings/product/{id}',
    right: 'rules',
    audit: 'update',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
