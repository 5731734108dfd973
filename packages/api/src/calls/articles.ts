import { call } from './call.ts';

export const articles = {
  notices: call({
    method: 'GET',
    path: '/notice/list',
    service: 'base',
    summary: { zh: '', en: '' },
  }),
  tutorials: call({
    method: 'GET',
    path: '/tutorial/list',
    service: 'base',
    summary: { zh: '', en: '' },
  }),
  tutorial: call({
    method: 'GET',
    path: '/tutorial/{id}',
    service: 'base',
    summary: { zh: '', en: '' },
  }),
  instructions: call({
    method: 'GET',
    path: '/api/product/instructions',
    service: 'base',
    summary: { zh: '', en: '' },
  }),
  publish: call({
    method: 'POST',
    path: '/article',
    service: 'base',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  remove: call({
    method: 'DELETE',
    path: '/article/{id}',
    service: 'base',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
