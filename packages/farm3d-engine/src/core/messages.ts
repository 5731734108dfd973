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
    'model-missing': '模型文件不存在：{path}（{status}）',
    'model-network': '模型文件下载失败：{path}',
    'model-truncated': '模型文件不完整：{path}',
    'model-wrong-type': '不是模型文件：{path}',
    'model-invalid': '模型文件无法解析：{path}（{reason}）',
    'unknown-equipment': '场景中没有该设备：{id}',
    'webgl-unavailable': '浏览器不支持 WebGL2，无法显示三维场景',
    'worker-failed': '模型解析线程出错：{reason}',
    'worker-timeout': '模型解析线程未能启动（{seconds} 秒）',
  },
  en: {
    aborted: 'The operation was cancelled',
    disposed: 'The 3D view has been disposed and cannot be used any more',
    'duplicate-equipment': 'The device is already in the scene: {id}',
    'invalid-argument': 'Invalid argument: {reason}',
    'model-missing': 'The model file does not exist: {path} ({status})',
    'model-network': 'The model file could not be downloaded: {path}',
    'model-truncated': 'The model file is incomplete: {path}',
    'model-wrong-type': 'Not a model file: {path}',
    'model-invalid': 'The model file cannot be read: {path} ({reason})',
    'unknown-equipment': 'No such device in the scene: {id}',
    'webgl-unavailable': 'This browser has no WebGL2: the 3D scene cannot be shown',
    'worker-failed': 'The model worker failed: {reason}',
    'worker-timeout': 'The model worker did not start ({seconds} s)',
  },
};
