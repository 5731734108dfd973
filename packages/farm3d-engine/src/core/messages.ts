import type { FarmErrorCode } from './errors.ts';

/** Languages this package speaks. */
export type Locale = 'zh-CN' | 'en';

/** `{name}` is filled from the error's details. */
export const MESSAGES: Record<Locale, Record<FarmErrorCode, string>> = {
  'zh-CN': {
    aborted: '操作已取消',
    disposed: '三维视图已释放，不能再使用',
    'duplicate-equipment': '设备已在场景中：{id}',
    'invalid-argument': '参数无效：{reason}',
    'map-invalid': '地图文件无法读取：{path}（{fault}：{reason}）',
    'map-missing': '地图文件不存在：{path}（{status}）',
    'map-network': '地图文件下载失败：{path}',
    'map-truncated': '地图文件不完整：{path}',
    'model-missing': '模型文件不存在：{path}（{status}）',
    'model-network': '模型文件下载失败：{path}',
    'model-truncated': '模型文件不完整：{path}',
    'model-wrong-type': '不是模型文件：{path}',
    'model-invalid': '模型文件无法解析：{path}（{reason}）',
    'projection-missing': '请先配置地图投影',
    'unknown-equipment': '场景中没有该设备：{id}',
    'unknown-region': '地图中没有该区域：{id}',
    'webgl-unavailable': '浏览器不支持 WebGL2，无法显示三维场景',
    'worker-failed': '模型解析线程出错：{reason}',
    'worker-timeout': '模型解析线程未能启动（{seconds} 秒）',
  },
  en: {
    aborted: 'The operation was cancelled',
    disposed: 'The 3D view has been disposed and cannot be used any more',
    'duplicate-equipment': 'The device is already in the scene: {id}',
    'invalid-argument': 'Invalid argument: {reason}',
    'map-invalid': 'The map file cannot be read: {path} ({fault}: {reason})',
    'map-missing': 'The map file does not exist: {path} ({status})',
    'map-network': 'The map file could not be downloaded: {path}',
    'map-truncated': 'The map file is incomplete: {path}',
    'model-missing': 'The model file does not exist: {path} ({status})',
    'model-network': 'The model file could not be downloaded: {path}',
    'model-truncated': 'The model file is incomplete: {path}',
    'model-wrong-type': 'Not a model file: {path}',
    'model-invalid': 'The model file cannot be read: {path} ({reason})',
    'projection-missing': 'Set a map projection first',
    'unknown-equipment': 'No such device in the scene: {id}',
    'unknown-region': 'No such region on the map: {id}',
    'webgl-unavailable': 'This browser has no WebGL2: the 3D scene cannot be shown',
    'worker-failed': 'The model worker failed: {reason}',
    'worker-timeout': 'The model worker did not start ({seconds} s)',
  },
};
