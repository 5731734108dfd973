import { call } from './call.ts';

export const handles = {
  style: call({
    method: 'GET',
    path: '/product/model/handle/{id}/style',
    summary: { zh: '', en: '' },
  }),
  ofDevice: call({
    method: 'GET',
    path: '/api/components/handles/{id}',
    summary: { zh: '', en: '' },
  }),
  operate: call({
    method: 'POST',
    path: '/api/components/handles/{id}/do',
    right: 'operate',
    audit: 'act',
    summary: { zh: '', en: '' },
  }),
};
