import { expect } from 'vitest';
import { refusal, uniqueName, type Cases } from './support.ts';

export const videoCases: Cases<'video'> = {
  'video.stream': async ({ api, neighbour }) => {
    const code = uniqueName('camera');
    const camera = { name: code, productModelCode: 'TQ-3L', thirdId: code, thirdConfigId: 'main' };
    const url = 'https://video.example/live/1.flv';
    await api.devices.create({ ...camera, mapVideoUrl: url });
    expect(await api.video.stream({ code, streamingId: 'main' })).toEqual({ url, quality: 2 });
    expect(await refusal(neighbour.api.video.stream({ code }))).toMatchObject({ status: 404 });
    expect(await refusal(api.video.stream({ code, streamingId: 'other' }))).toMatchObject({ status: 404 });
    const dark = uniqueName('camera');
    await api.devices.create({ ...camera, name: dark, thirdId: dark });
    expect(await refusal(api.video.stream({ code: dark }))).toMatchObject({
      status: 404,
      error: 'no_stream',
    });
  },
};
