import { call } from './call.ts';

export const productModels = {
  list: call({
    method: 'GET',
    path: '/api/product/models',
    summary: { zh: '', en: '' },
  }),
  get: call({
    method: 'GET',
    path: '/api/product/models/{id}',
    summary: { zh: '', en: '' },
  }),
  attributes: call({
    method: 'GET',
    path: '/api/product/models/{id}/attributes',
    summary: { zh: '', en: '' },
  }),
  linkageAttributes: call({
    method: 'GET',
    path: '/api/product/models/attributes',
    summary: { zh: '', en: '' },
  }),
  dictionaries: call({
    method: 'GET',
    path: '/api/attribute/dictionaries',
    service: 'base',
    summary: { zh: '', en: '' },
  }),
  addAttribute: call({
    method: 'POST',
    path: '/api/attributes',
    service: 'base',
    right: 'devices',
    audit: 'create',
    summary: { zh: '', en: '' },
  }),
  groups: call({
    method: 'GET',
    path: '/product/model/group/list',
    summary: { zh: '', en: '' },
  }),
  ofGroup: call({
    method: 'GET',
    path: '/product/model/group/{a}/{b}',
    summary: { zh: '', en: '' },
  }),
};
