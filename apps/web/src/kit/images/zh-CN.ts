import { addTexts } from '../../platform/locale.ts';

/** Texts of fields for an image; those of the specification (§5, §8) byte for byte. */
export const zhCN = {
  'image.choose': '选择图片',
  'image.replace': '更换图片',
  'image.remove': '删除图片',
  'image.cancel': '取消上传',
  'image.drop': '松开以上传',
  'image.broken': '加载失败',
  'image.hint': '点击选择，或拖入、粘贴；上传前自动压缩',
  'image.shrinking': '压缩中',
  'image.uploading': '上传中 {size}',
  'image.storing': '保存中',
  'image.shrunk': '{before} → {after}（{width} × {height}）',
  'image.kept': '{size}，无需压缩',
  'image.cancelled': '已取消上传',
  'image.type': '请选择图片文件（jpeg、jpg、gif、bmp、png、webp）',
  'image.tooLarge': '上传文件大小不能超过 20MB!',
  'image.none': '这个文件不是可以显示的图片',
  'image.failed': '文件上传失败！',
  'image.limit': '当前最大上传{n}个,还能上传{m}个',
  'image.remove.title': '警告',
  'image.remove.message': '确认要删除 {name} 图片吗?',
  'image.alt': '{name}的图片',
  'image.scene': '场景封面',
  'image.plot': '地块图片',
  'image.skin': '上传自己的皮肤',
  'image.skin.name': '皮肤',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
