import { expect, it } from 'vitest';
import { FarmError } from '../core/errors.ts';
import { addMapMessages, MAP_MESSAGES } from './map-messages.ts';

it('errors of a map have a text in both languages, with the same placeholders', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();
  const both = Object.entries(MAP_MESSAGES['zh-CN']).map(([code, text]) => [code, placeholders(text)]);
  expect(Object.entries(MAP_MESSAGES.en).map(([code, text]) => [code, placeholders(text)])).toEqual(both);
});

it('errors have these texts once there is a map', () => {
  addMapMessages();
  const error = new FarmError('map-missing', { path: '/maps/a.json', status: 404 });
  expect(error.message).toBe('地图文件不存在：/maps/a.json（404）');
  expect(error.text('en')).toBe('The map file does not exist: /maps/a.json (404)');
});
