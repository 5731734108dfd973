/** Texts of the strip at the foot of a scene: loaded after its first frame. */
export const statusZhCN = {
  'status.label': '此刻',
  'status.loading': '正在取得…',
  'status.alarms.none': '无告警',
  'status.alarms.unknown': '告警未知',
  'status.alarms.retry': '没能取得告警，点击重试',
  'status.drought.unknown': '旱情未知',
  'status.advice.today': '今天灌 {mm} mm',
  'status.advice.done': '今天灌 {mm} mm，已安排',
  'status.advice.later': '{date} 灌 {mm} mm',
  'status.advice.rest': '七天内不用灌水',
  'status.advice.none': '没有灌溉建议',
  'status.advice.unknown': '灌溉建议未知',
  'status.weather.unknown': '天气未知',
  'status.weather.from': '{name}，{time}',
} as const;
