import { expect, it } from 'vitest';
import { maskTokenInPath } from './logger.ts';

it.each([
  ['/api/v1/Zm9vYmFyYmF6/telemetry', '/api/v1/***/telemetry'],
  ['/integrations/ttn/Zm9vYmFyYmF6', '/integrations/ttn/***'],
  ['/integrations/chirpstack/Zm9v?event=up', '/integrations/chirpstack/***?event=up'],
  ['/api/devices/7', '/api/devices/7'],
  ['/embed/f3e_Zm9v?lang=en', '/embed/***?lang=en'],
  ['/embed/other', '/embed/other'],
  ['/x/api/v1/Zm9vYmFyYmF6', '/x/api/v1/Zm9vYmFyYmF6'],
  ['/integrations/', '/integrations/'],
])('the path %s is logged as %s', (path, logged) => {
  expect(maskTokenInPath(path)).toBe(logged);
});
