import { call } from './call.ts';

export const crops = {
  growthModels: call({
    method: 'GET',
    path: '/crop/growth/model/list',
    summary: { zh: '', en: '' },
  }),
  plants: call({
    method: 'GET',
    path: '/crop/plant/conf/list',
    summary: { zh: '', en: '' },
  }),
  plant: call({
    method: 'GET',
    path: '/crop/plant/conf/{id}',
    summary: { zh: '', en: '' },
  }),
  createPlants: call({
    method: 'POST',
    path: '/crop/plant/conf/batch',
    right: 'crops',
    audit: 'create',
    summary: { zh: '', en: '' },
  }),
  updatePlant: call({
    method: 'PUT',
    path: '/crop/plant/conf',
    right: 'crops',
    audit: 'update',
    summary: { zh: '', en: '' },
  }),
  removePlant: call({
    method: 'DELETE',
    path: '/crop/plant/conf/{id}',
    right: 'crops',
    audit: 'delete',
    summary: { zh: '', en: '' },
  }),
  diseasesAndPests: call({
    method: 'GET',
    path: '/crop/disease/pest/{id}',
    summary: { zh: '', en: '' },
  }),
};
