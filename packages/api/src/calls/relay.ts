import { call } from './call.ts';

export const relay = {
  control: call({
    method: 'GET',
    path: '/exterior/relay/control',
    service: 'base',
    right: 'operate',
    audit: 'act',
    summary: { zh: '', en: '' },
  }),
};
