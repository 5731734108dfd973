import { call } from './call.ts';

export const video = {
  stream: call({
    method: 'POST',
    path: '/device/video/stream',
    right: 'read',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  play: call({
    method: 'GET',
    path: '/video/{name}',
    auth: 'signature',
    form: 'binary',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
