import { call } from './call.ts';

export const agronomy = {
  plots: call({
    method: 'GET',
    path: '/agronomy/plots',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  plot: call({
    method: 'GET',
    path: '/agronomy/plots/{id}',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  tables: call({
    method: 'GET',
    path: '/agronomy/tables',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  editTable: call({
    method: 'PUT',
    path: '/agronomy/tables',
    right: 'crops',
    audit: 'update',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  climate: call({
    method: 'GET',
    path: '/agronomy/climate',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
  saveClimate: call({
    method: 'PUT',
    path: '/agronomy/climate',
    right: 'crops',
    audit: 'update',
    origin: 'own',
    summary: { zh: '', en: '' },
  }),
};
