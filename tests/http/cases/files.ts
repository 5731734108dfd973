import { expect } from 'vitest';
import { picture } from '../../support/fixtures.ts';
import { refusal, uniqueName, type Cases } from './support.ts';

const PNG = new Blob([picture(40, 24)], { type: 'text/plain' });

async function fetched(
  baseUrl: string,
  address: string,
): Promise<{ status: number; bytes: Buffer; type: string | null }> {
  const answer = await fetch(baseUrl + address);
  return {
    status: answer.status,
    bytes: Buffer.from(await answer.arrayBuffer()),
    type: answer.headers.get('content-type'),
  };
}

export const filesCases: Cases<'files'> = {
  'files.upload': async ({ api, baseUrl, neighbour }) => {
    const file = await api.files.upload(PNG, '田块/证明 材料.gif');
    // The media type follows from the bytes; the folder is removed from the name.
    expect(file).toMatchObject({
      fileType: 'png',
      mediaType: 'image/png',
      originalName: '证明 材料.gif',
      sizeBytes: PNG.size,
      width: 40,
      height: 24,
      path: `/files/${file.id}.png`,
    });
    expect(await fetched(baseUrl, file.url)).toEqual({
      status: 200,
      bytes: Buffer.from(picture(40, 24)),
      type: 'image/png',
    });
    // Sent again with its key it is the same file; without one, or of somebody else, another.
    const key = crypto.randomUUID();
    const ids = [];
    for (const sender of [api, api, neighbour.api])
      ids.push((await sender.files.upload(PNG, 'once.png', key)).id);
    ids.push((await api.files.upload(PNG, 'once.png')).id);
    expect(ids[1]).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    expect((await api.files.search({ name: 'once.png' })).total).toBe(2);
    expect(await refusal(api.files.upload(PNG, 'x.png', 'no key'))).toMatchObject({
      status: 400,
      field: 'requestKey',
    });
    const script = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>']);
    expect(await refusal(api.files.upload(script, 'x.png'))).toMatchObject({ status: 400, field: 'file' });
  },

  'files.uploadPlot': async ({ api }) => {
    const plot = await api.files.uploadPlot(PNG);
    expect(plot).toMatchObject({ originalName: 'plot.png', width: 40 });
    const paper = new Blob(['%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF']);
    expect(await refusal(api.files.uploadPlot(paper))).toMatchObject({ status: 400, field: 'file' });
  },

  'files.url': async ({ api, baseUrl, neighbour }) => {
    const { path } = await api.files.upload(PNG, 'a.png');
    const url = await api.files.url(path);
    expect((await fetched(baseUrl, url)).bytes).toEqual(Buffer.from(picture(40, 24)));
    expect((await fetched(baseUrl, url.replace(/e=\d/, 'e=9'))).status).toBe(404);
    expect(await refusal(neighbour.api.files.url(path))).toMatchObject({ status: 404 });
  },

  'files.list': async ({ api, neighbour }) => {
    const [a, b] = [await api.files.upload(PNG, 'a.png'), await api.files.upload(PNG, 'b.png')];
    const { items } = await api.files.list([b.id, a.id]);
    expect(items.map(({ id, originalName }) => [id, originalName])).toEqual([
      [b.id, 'b.png'],
      [a.id, 'a.png'],
    ]);
    expect((await neighbour.api.files.list([a.id])).items).toEqual([]);
  },

  'files.search': async ({ api, neighbour }) => {
    const name = uniqueName('地块 A_');
    const file = await api.files.upload(PNG, `${name}.png`);
    const { items, total } = await api.files.search({ name: name.toUpperCase() });
    expect(total).toBe(1);
    expect(items).toMatchObject([{ id: file.id, author: 'admin', removable: true }]);
    expect(items[0]?.createdAt).toBeGreaterThan(0);
    expect((await api.files.search({ pageSize: 1 })).items).toHaveLength(1);
    expect(await neighbour.api.files.search({ name })).toEqual({ items: [], total: 0, next: null });
  },

  'files.remove': async ({ api, baseUrl, neighbour }) => {
    const [a, b] = [await api.files.upload(PNG, 'a.png'), await api.files.upload(PNG, 'b.png')];
    expect(await refusal(neighbour.api.files.remove(a.id))).toMatchObject({ status: 404 });
    await api.files.remove(a.id);
    expect((await fetched(baseUrl, a.url)).status).toBe(404);
    // The same bytes under another name remain.
    expect((await fetched(baseUrl, b.url)).status).toBe(200);
  },

  'files.archive': async ({ api }) => {
    const [a, b] = [await api.files.upload(PNG, '照片.png'), await api.files.upload(PNG, '照片.png')];
    const zip = Buffer.from(await (await api.files.archive([a.id, b.id])).arrayBuffer());
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(zip.includes(Buffer.from('照片.png'))).toBe(true);
    expect(zip.includes(Buffer.from('照片 (2).png'))).toBe(true);
    expect(zip.indexOf(Buffer.from(picture(40, 24)))).toBeGreaterThan(0);
    const unknown = api.files.archive([a.id, '0f4c9a52-9a35-4e0c-8f5e-51f4f6b0f6a1']);
    expect(await refusal(unknown)).toMatchObject({ status: 404 });
  },

  'files.preview': async ({ api, baseUrl }) => {
    const { path } = await api.files.upload(new Blob([picture(500, 250)]), 'wide.png');
    const preview = await api.files.preview(path, { size: 150 });
    expect(preview).toMatchObject({ width: 160, height: 80 });
    const { status, type, bytes } = await fetched(baseUrl, preview.url);
    expect([status, type, bytes.subarray(8, 12).toString('latin1')]).toEqual([200, 'image/webp', 'WEBP']);
    // The URL opens this size only.
    expect((await fetched(baseUrl, preview.url.replace('w=160', 'w=2048'))).status).toBe(404);
  },

  'files.content': async ({ api, baseUrl, neighbour }) => {
    const file = await api.files.upload(PNG, 'a.png');
    const bytes = Buffer.from(await (await api.files.content(file.path)).arrayBuffer());
    expect(bytes).toEqual(Buffer.from(picture(40, 24)));
    expect(await refusal(neighbour.api.files.content(file.path))).toMatchObject({ status: 404 });
    expect((await fetched(baseUrl, file.path)).status).toBe(401);
    const part = await fetch(baseUrl + file.url, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  },
};
