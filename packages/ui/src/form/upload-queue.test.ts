import { describe, expect, it, vi } from 'vitest';
import type { UploadedFile } from './form-types.ts';
import { createUploadQueue } from './upload-queue.ts';

const stored = (name: string): UploadedFile => ({
  id: name,
  path: `/files/${name}`,
  name,
  sizeBytes: 1,
  url: '',
});
const file = (name: string, size = 1): File =>
  Object.defineProperty(new File([], name), 'size', { value: size });

function createQueue(upload: (file: File) => Promise<UploadedFile>, limit = 20) {
  const held: UploadedFile[] = [];
  const queue = createUploadQueue({
    locale: () => 'zh-CN',
    limit,
    held: () => held,
    limitMessage: (free) => `当前最大上传${limit}个,还能上传${free}个`,
    upload,
    refusalOf: (error) => (error instanceof TypeError ? null : (error as Error).message),
    onUploaded: (one) => void held.push(one),
  });
  return { queue, held };
}

describe('the uploads of a field', () => {
  it('are stored one after the other, in the order of the files', async () => {
    const { queue, held } = createQueue(async ({ name }) => stored(name));
    queue.add([file('a'), file('b')]);
    await vi.waitFor(() => expect(held.map(({ name }) => name)).toEqual(['a', 'b']));
    expect(queue.items.value).toEqual([]);
  });

  it('refuse all of too many files, with the number of free places', () => {
    const { queue, held } = createQueue(async ({ name }) => stored(name), 2);
    held.push(stored('a'));
    queue.add([file('b'), file('c')]);
    expect(queue.error.value).toBe('当前最大上传2个,还能上传1个');
    expect(queue.items.value).toEqual([]);
  });

  it('leave out a file above 20 MB and take the others', async () => {
    const { queue, held } = createQueue(async ({ name }) => stored(name));
    queue.add([file('large', 20 * 1024 * 1024 + 1), file('exact', 20 * 1024 * 1024)]);
    expect(queue.error.value).toBe('上传文件大小不能超过 20MB!');
    await vi.waitFor(() => expect(held.map(({ name }) => name)).toEqual(['exact']));
  });

  it('remove a file that the server refuses, with its reason', async () => {
    const { queue, held } = createQueue(() => Promise.reject(new Error('不支持该文件类型')));
    queue.add([file('a.exe')]);
    await vi.waitFor(() => expect(queue.error.value).toBe('a.exe: 不支持该文件类型'));
    expect([queue.items.value, held]).toEqual([[], []]);
  });

  it('keep a file without a response out of the value, and retry it on request', async () => {
    let isOffline = true;
    const { queue, held } = createQueue(async ({ name }) => {
      if (isOffline) throw new TypeError('network');
      return stored(name);
    });
    queue.add([file('a'), file('b')]);
    await vi.waitFor(() =>
      expect(queue.items.value.map(({ error }) => error)).toEqual(['文件上传失败！', '文件上传失败！']),
    );
    isOffline = false;
    queue.retry(queue.items.value[1]!.key);
    await vi.waitFor(() => expect(held.map(({ name }) => name)).toEqual(['b']));
    expect(queue.items.value.map((item) => item.file.name)).toEqual(['a']);
  });

  it('abort cancelled uploads', async () => {
    let aborted = false;
    const { queue, held } = createQueue(async ({ name }) => stored(name));
    const slow = createUploadQueue({
      locale: () => 'en',
      limit: 1,
      held: () => held,
      limitMessage: String,
      upload: (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(signal.reason as Error);
          }),
        ),
      refusalOf: () => null,
      onUploaded: (one) => void held.push(one),
    });
    slow.add([file('a')]);
    slow.drop(slow.items.value[0]!.key);
    await vi.waitFor(() => expect(aborted).toBe(true));
    expect([slow.items.value, queue.items.value, held]).toEqual([[], [], []]);
  });
});
