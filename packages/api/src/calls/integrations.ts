import { call } from './call.ts';

export const integrations = {
  list: call({
    method: 'GET',
    path: '/api/integrations',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  create: call({
    method: 'POST',
    path: '/api/integrations',
    right: 'devices',
    audit: 'create',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/integrations/{id}',
    right: 'devices',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
