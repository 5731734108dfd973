/** Texts of the personal data: they come with its dialog. */
export const profileZhCN = {
  'profile.area': '地区',
  'profile.area.hint': '场景中的实时天气按这个地区查询。',
  'profile.area.placeholder': '请选择',
  'profile.area.required': '请选择地区',
  'profile.province': '省份',
  'profile.city': '城市',
  'profile.county': '区县',
  'profile.town': '乡镇',
  'profile.village': '村庄',
  'profile.saved': '保存成功！',
  'profile.failed': '没能保存：{reason}',
} as const;

export type ProfileTextKey = keyof typeof profileZhCN;
