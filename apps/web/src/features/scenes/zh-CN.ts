import { addTexts } from '../../platform/locale.ts';

/** Texts of the list of scenes and of the form of a scene, beside those that home shows too. */
export const zhCN = {
  'sceneList.menu': '{name} 的操作',
  'sceneList.forward': '前移',
  'sceneList.back': '后移',
  'sceneList.copy': '复制',
  'sceneList.access': '谁可以使用',
  'sceneList.embed': '嵌入网站…',
  'sceneList.copy.name': '{name} 副本',
  'sceneList.copied': '已复制为 {name}；设备仍在原场景中',
  'sceneList.moved': '{name} 现在排第 {place}，共 {total} 个',
  'sceneList.search': '按名称或说明搜索',
  'sceneList.noMatch.title': '没有匹配的场景',
  'sceneList.noMatch.hint': '换一个词试试。',
  'sceneList.settings': '全局配置',
  'sceneList.settings.hint': '对所有场景生效，由服务器的设置决定，此处只读。',
  'sceneList.simulateWeather': '模拟天气',
  'sceneList.realWeather': '实时天气',
  'sceneList.baseModelPath': '默认底座模型',
  'sceneList.mapTiles': '地图瓦片地址',
  'sceneList.on': '开启',
  'sceneList.off': '关闭',
  'scene.form.edit': '修改场景资料',
  'scene.form.save': '保存',
  'scene.form.type': '场景类型',
  'scene.form.type.greenhouse': '温室（可放入地块）',
  'scene.form.type.plot': '地块（有边界，可放入温室）',
  'scene.form.boundary': '地块边界',
  'scene.form.boundary.hint': '在地图上画出，或输入坐标。',
  'scene.form.boundary.line': '请画出闭合的多边形，线不能作为边界',
  'scene.form.place': '位置',
  'scene.form.place.hint': '决定太阳、天空和天气；地块不填时取其中心。',
  'scene.form.cover': '封面',
  'scene.form.cover.hint': '不上传时，用打开场景后的画面作为封面。',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
