import { call } from './call.ts';

export const system = {
  health: call({
    method: 'GET',
    path: '/healthz',
    service: 'system',
    auth: 'none',
    form: 'bare',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  ready: call({
    method: 'GET',
    path: '/readyz',
    service: 'system',
    auth: 'none',
    form: 'bare',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  metrics: call({
    method: 'GET',
    path: '/metrics',
    service: 'system',
    auth: 'none',
    form: 'text',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
