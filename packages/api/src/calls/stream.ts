import { call } from './call.ts';

export const stream = {
  connect: call({
    method: 'GET',
    path: '/api/stream',
    service: 'system',
    right: 'administer',
    form: 'bare',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
