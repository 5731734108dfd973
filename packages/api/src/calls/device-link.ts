import { call } from './call.ts';

export const deviceLink = {
  shared: call({
    method: 'GET',
    path: '/api/device/{id}/attributes/shared',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  share: call({
    method: 'POST',
    path: '/api/device/{id}/attributes/shared',
    right: 'devices',
    audit: 'update',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  interlock: call({
    method: 'GET',
    path: '/api/device/{id}/interlock',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  setInterlock: call({
    method: 'POST',
    path: '/api/device/{id}/interlock',
    right: 'devices',
    audit: 'update',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  setGateway: call({
    method: 'POST',
    path: '/api/device/{id}/gateway',
    right: 'devices',
    audit: 'update',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
