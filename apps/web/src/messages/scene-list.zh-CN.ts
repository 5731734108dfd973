/** Texts of the list of scenes, beside those that home shows too. */
export const sceneListZhCN = {
  'sceneList.menu': '{name} 的操作',
  'sceneList.forward': '前移',
  'sceneList.back': '后移',
  'sceneList.copy': '复制',
  'sceneList.embed': '嵌入网站…',
  'sceneList.copy.name': '{name} 副本',
  'sceneList.copied': '已复制为 {name}；设备仍在原场景中',
  'sceneList.moved': '{name} 现在排第 {place}，共 {total} 个',
  'sceneList.settings': '全局配置',
  'sceneList.settings.hint': '对所有场景生效，由服务器的设置决定，此处只读。',
  'sceneList.simulateWeather': '模拟天气',
  'sceneList.realWeather': '实时天气',
  'sceneList.baseModelPath': '默认底座模型',
  'sceneList.mapTiles': '地图瓦片地址',
  'sceneList.on': '开启',
  'sceneList.off': '关闭',
};
