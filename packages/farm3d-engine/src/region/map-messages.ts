import { MESSAGES, type Locale, type MapErrorCode } from '../core/messages.ts';

/** Texts of the errors of a map. A page without a map does not load them. */
export const MAP_MESSAGES: Readonly<Record<Locale, Readonly<Record<MapErrorCode, string>>>> = {
  'zh-CN': {
    'map-invalid': '地图文件无法读取：{path}（{fault}：{reason}）',
    'map-missing': '地图文件不存在：{path}（{status}）',
    'map-network': '地图文件下载失败：{path}',
    'map-truncated': '地图文件不完整：{path}',
    'projection-missing': '请先配置地图投影',
    'unknown-region': '地图中没有该区域：{id}',
  },
  en: {
    'map-invalid': 'The map file cannot be read: {path} ({fault}: {reason})',
    'map-missing': 'The map file does not exist: {path} ({status})',
    'map-network': 'The map file could not be downloaded: {path}',
    'map-truncated': 'The map file is incomplete: {path}',
    'projection-missing': 'Set a map projection first',
    'unknown-region': 'No such region on the map: {id}',
  },
};

/** Adds them to those of the package. */
export function addMapMessages(): void {
  for (const locale of ['zh-CN', 'en'] as const) Object.assign(MESSAGES[locale], MAP_MESSAGES[locale]);
}
