import { call } from './call.ts';

export const scenes = {
  list: call({
    method: 'GET',
    path: '/intelligent/scene/list',
    summary: { zh: '', en: '' },
  }),
  get: call({
    method: 'GET',
    path: '/intelligent/scene/{id}',
    embed: 'scene',
    summary: { zh: '', en: '' },
  }),
  devices: call({
    method: 'GET',
    path: '/intelligent/scene/{id}/devices',
    origin: 'own',
    embed: 'scene',
    summary: { zh: '', en: '' },
  }),
  create: call({
    method: 'POST',
    path: '/intelligent/scene',
    right: 'scenes',
    audit: 'create',
    maxBody: 16 * 1024 * 1024,
    summary: { zh: '', en: '' },
  }),
  update: call({
    method: 'PUT',
    path: '/intelligent/scene',
    right: 'scenes',
    audit: 'update',
    maxBody: 16 * 1024 * 1024,
    summary: { zh: '', en: '' },
  }),
  remove: call({
    method: 'DELETE',
    path: '/intelligent/scene/{id}',
    right: 'scenes',
    audit: 'delete',
    maxBody: 16 * 1024 * 1024,
    summary: { zh: '', en: '' },
  }),
  drag: call({
    method: 'POST',
    path: '/intelligent/scene/drag',
    right: 'scenes',
    audit: 'update',
    maxBody: 16 * 1024 * 1024,
    summary: { zh: '', en: '' },
  }),
  config: call({
    method: 'GET',
    path: '/intelligent/scene/conf/list',
    summary: { zh: '', en: '' },
  }),
  weather: call({
    method: 'GET',
    path: '/intelligent/scene/weather',
    summary: { zh: '', en: '' },
  }),
  globalConfig: call({
    method: 'GET',
    path: '/intelligent/scene/conf/global',
    embed: 'any',
    summary: { zh: '', en: '' },
  }),
};
