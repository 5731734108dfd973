/** Texts of the form of a scene: loaded with it. */
export const scenesZhCN = {
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
