import type { FarmErrorCode } from './error-code.ts';

/** Errors of a region map. */
export type MapErrorCode = Extract<FarmErrorCode, `map-${string}` | 'projection-missing' | 'unknown-region'>;

/** Errors of a map or a live connection: their texts are with these, and not with those that every page loads. */
type ErrorCodeElsewhere = MapErrorCode | Extract<FarmErrorCode, `embed-${string}` | 'server-unreachable'>;

/** Languages of messages. */
export type Locale = 'zh-CN' | 'en';

/**
 * Texts of a language: of errors by their code, with the same `{placeholders}` as in English; and what screen readers say of
 * the `canvas`, of the `tree` of objects (`empty` without any) and of the states of objects.
 */
export type Messages = Readonly<
  Partial<
    Record<FarmErrorCode | 'canvas' | 'tree' | 'empty' | 'online' | 'offline' | 'alarm' | 'unknown', string>
  >
>;

/** `{name}` is replaced by the value in the details of the error. */
export const MESSAGES: Record<Locale, Record<Exclude<FarmErrorCode, ErrorCodeElsewhere>, string>> = {
  'zh-CN': {
    aborted: '操作已取消',
    'animation-missing': '未找到名称为“{name}”的动画',
    disposed: '三维视图已释放，不能再使用',
    'duplicate-equipment': '设备已在场景中：{id}',
    'export-failed': '导出模型失败：{reason}',
    'invalid-argument': '参数无效：{reason}',
    'model-incomplete': '模型中有内容未显示：{path}（{missing}）',
    'model-missing': '模型文件不存在：{path}（{status}）',
    'model-network': '模型文件下载失败：{path}',
    'model-truncated': '模型文件不完整：{path}',
    'model-wrong-type': '不是模型文件：{path}',
    'model-invalid': '模型文件无法解析：{path}（{reason}）',
    'model-timeout': '模型解析超时：{path}（{seconds} 秒无响应）',
    'model-too-large': '模型过大：{path}（{reason}）',
    'model-unsupported': '模型格式或版本不受支持：{path}（{reason}）',
    'render-failed': '绘制画面时出错：{reason}',
    'unknown-equipment': '场景中没有该设备：{id}',
    'webgl-unavailable': '浏览器不支持 WebGL2，无法显示三维场景',
    'worker-failed': '模型解析线程出错：{reason}',
    'worker-timeout': '模型解析线程未能启动（{seconds} 秒）',
  },
  en: {
    aborted: 'The operation was cancelled',
    'animation-missing': 'There is no animation named “{name}”',
    disposed: 'The 3D view has been disposed and cannot be used any more',
    'duplicate-equipment': 'The device is already in the scene: {id}',
    'export-failed': 'The model could not be exported: {reason}',
    'invalid-argument': 'Invalid argument: {reason}',
    'model-incomplete': 'Parts of the model are not shown: {path} ({missing})',
    'model-missing': 'The model file does not exist: {path} ({status})',
    'model-network': 'The model file could not be downloaded: {path}',
    'model-truncated': 'The model file is incomplete: {path}',
    'model-wrong-type': 'Not a model file: {path}',
    'model-invalid': 'The model file cannot be read: {path} ({reason})',
    'model-timeout': 'Reading the model took too long: {path} (no answer for {seconds} s)',
    'model-too-large': 'The model is too large: {path} ({reason})',
    'model-unsupported': 'This kind or version of model is not supported: {path} ({reason})',
    'render-failed': 'Rendering failed: {reason}',
    'unknown-equipment': 'No such device in the scene: {id}',
    'webgl-unavailable': 'This browser has no WebGL2: the 3D scene cannot be shown',
    'worker-failed': 'The model worker failed: {reason}',
    'worker-timeout': 'The model worker did not start ({seconds} s)',
  },
};
