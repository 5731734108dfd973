import { expect } from 'vitest';
import { CLIP_SETUP, OpenStream, startCamera } from '../../support/camera.ts';
import { waitFor } from '../../support/wait.ts';
import { newDevice, refusal, uniqueName, type Cases } from './support.ts';

export const videoCases: Cases<'video'> = {
  'video.stream': async ({ api, neighbour }) => {
    const code = uniqueName('camera');
    const camera = { name: code, productModelCode: 'TQ-3L', thirdId: code, thirdConfigId: 'main' };
    const url = 'https://video.example/live/1.flv';
    await api.devices.create({ ...camera, mapVideoUrl: url });
    expect(await api.video.stream({ code, streamingId: 'main' })).toEqual({ url, quality: 2 });
    expect(await refusal(neighbour.api.video.stream({ code }))).toMatchObject({ status: 404 });
    expect(await refusal(api.video.stream({ code, streamingId: 'other' }))).toMatchObject({ status: 404 });
    // The URL of a video service, with its id of the camera.
    const other = uniqueName('camera');
    const template = 'http://10.1.2.3:8080/{streamingId}/{thirdId}.{protocol}';
    const { id } = await api.devices.create({
      ...camera,
      thirdId: other,
      name: other,
      mapVideoUrl: template,
    });
    expect((await api.video.stream({ code: other })).url).toBe(`http://10.1.2.3:8080/main/${other}.flv`);
    for (const mapVideoUrl of [
      'javascript:alert(1)',
      'https://{code}.example/',
      'https://a:b@video.example/',
    ]) {
      expect(await refusal(api.devices.update(id, { mapVideoUrl }))).toMatchObject({
        status: 400,
        field: 'mapVideoUrl',
      });
    }
    const dark = uniqueName('camera');
    await api.devices.create({ ...camera, name: dark, thirdId: dark });
    expect(await refusal(api.video.stream({ code: dark }))).toMatchObject({
      status: 404,
      error: 'no_stream',
    });
  },

  'video.play': async (target) => {
    const { api, baseUrl, neighbour, rtmpPort } = target;
    const camera = await newDevice(target, 'SP-DH2');
    const path = `/video/${camera.id}.flv`;
    expect(camera).toMatchObject({ mapVideoUrl: path, rtmpPort });
    // A URL that is sent back unchanged is not stored as an external one.
    await api.devices.update(camera.id, { mapVideoUrl: camera.mapVideoUrl });
    const ask = () => api.video.stream({ code: camera.id });
    expect(await refusal(ask())).toMatchObject({ status: 404, error: 'no_stream' });
    const cut = startCamera(rtmpPort, camera.accessToken);
    try {
      const { url } = await waitFor(() => ask().catch(() => null), { what: 'the camera to send' });
      expect(url.startsWith(`${path}?`)).toBe(true);
      expect((await api.devices.get(camera.id)).online).toBe(true);
      const stream = await OpenStream.open(baseUrl + url);
      expect([stream.status, stream.type]).toEqual([200, 'video/x-flv']);
      await waitFor(() => stream.bytes.includes(CLIP_SETUP), { what: 'the stream to begin' });
      expect(stream.bytes.toString('latin1', 0, 3)).toBe('FLV');
      const begun = stream.bytes.length;
      await waitFor(() => stream.bytes.length > begun, { what: 'the stream to go on' });

      // The URL is valid for this camera and this user for a limited time, with its signature unchanged.
      const other = await newDevice(target, 'SP-DH2');
      for (const wrong of [
        path,
        url.replace(camera.id, other.id),
        url.replace(/v=[^&]*/, `v=${other.id}`),
        url.replace(/e=\d/, 'e=9'),
        url.replace(/s=[^&]*/, 's=AAAA'),
      ]) {
        const answer = await fetch(baseUrl + wrong);
        expect([wrong, answer.status]).toEqual([wrong, 401]);
        expect(await answer.json()).toMatchObject({ code: 401, error: 'address_expired' });
      }
      expect(await refusal(neighbour.api.video.stream({ code: camera.id }))).toMatchObject({ status: 404 });

      await cut();
      await waitFor(() => stream.ended, { what: 'the stream to end with its camera' });
      expect(await refusal(ask())).toMatchObject({ status: 404, error: 'no_stream' });
    } finally {
      await cut();
    }
  },
};
