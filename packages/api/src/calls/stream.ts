import { call } from './call.ts';

export const stream = {
  connect: call({
    method: 'GET',
    path: '/api/stream',
    service: 'system',
    right: 'administer',
    form: 'bare',
    origin: 'own',
    summary: { zh: '实时数据流（WebSocket）', en: 'The stream of live data, a WebSocket' },
  }),
};
