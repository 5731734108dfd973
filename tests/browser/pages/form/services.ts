import { signal } from '@preact/signals-react';
import type { AreaNode, FormServices, UploadedFile, UploadOptions } from '@farm3d/ui';
import type { Locale } from '@farm3d/api/validation';
import { en } from '../../../../apps/web/src/kit/forms/en.ts';
import { zhCN } from '../../../../apps/web/src/kit/forms/zh-CN.ts';

const area = (code: string, name: string, level: number, leaf = false): AreaNode => ({
  code,
  name,
  level,
  leaf,
});
const SHANDONG = area('370000000000', '山东省', 1);
const WEIFANG = area('370700000000', '潍坊市', 2);
const CHILDREN: Readonly<Record<string, readonly AreaNode[]>> = {
  '': [area('110000000000', '北京市', 1), SHANDONG, area('420000000000', '湖北省', 1)],
  '110000000000': [area('110101000000', '东城区', 3)],
  '370000000000': [WEIFANG],
  '370700000000': [area('370783000000', '寿光市', 3)],
  '370783000000': [area('370783101000', '侯镇', 4)],
  '370783101000': [area('370783101201', '一村', 5, true)],
};

/** What the test decides and reads. */
export const control = {
  locale: signal<Locale>(new URLSearchParams(location.search).get('locale') === 'en' ? 'en' : 'zh-CN'),
  /** How uploads and fetches end. */
  network: 'fine' as 'fine' | 'down' | 'refusing' | 'waiting',
  /** Ends uploads that wait. */
  go: [] as (() => void)[],
  sent: [] as unknown[],
  previews: [] as { size: number; type: string }[],
};

class Refusal extends Error {}
let lastId = 0;

async function store(
  file: Blob,
  name: string,
  { signal: abort, onProgress }: UploadOptions,
): Promise<UploadedFile> {
  onProgress(0.5);
  if (control.network === 'waiting')
    await new Promise<void>((resolve, reject) => {
      control.go.push(resolve);
      abort.addEventListener('abort', () => reject(abort.reason as Error));
    });
  if (control.network === 'down') throw new TypeError('no network');
  if (control.network === 'refusing') throw new Refusal('不支持该文件类型');
  lastId += 1;
  return {
    id: `${lastId}`,
    path: `/files/${lastId}`,
    name,
    sizeBytes: file.size,
    url: URL.createObjectURL(file),
  };
}

const text = (key: keyof typeof zhCN, values: Readonly<Record<string, string | number>> = {}): string =>
  (control.locale.value === 'en' ? en : zhCN)[key].replaceAll(
    /\{(\w+)(?:\|[^{}]*)?\}/g,
    (place, name: string) => String(values[name] ?? place),
  );

export const services = (): FormServices => ({
  locale: control.locale.value,
  t: text,
  areas: {
    children: async (code) => {
      if (control.network === 'down') throw new TypeError('no network');
      return CHILDREN[code ?? ''] ?? [];
    },
    path: async (code) => (code === WEIFANG.code ? [SHANDONG, WEIFANG] : []),
    search: async (wanted) => (wanted === '潍坊' ? [[SHANDONG, WEIFANG]] : []),
  },
  uploadImage: (file, options) => store(file, file.name, options),
  uploadFile: (file, options) => store(file, file.name, options),
  uploadPreview: async (image, abort) => {
    control.previews.push({ size: image.size, type: image.type });
    return store(image, 'plot.png', { signal: abort, onProgress: () => {} });
  },
  addressOf: async (path) =>
    path === '/files/gone' ? '/no-such-image.png' : 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
  refusalOf: (error) => (error instanceof Refusal ? error.message : null),
  baseMap: {
    tiles: null,
    centre: { longitude: 118.74, latitude: 36.86 },
    zoom: 14,
    shapes: async () => [{ type: 'FeatureCollection', features: [] }],
  },
});
