import { addTexts } from '../../platform/locale.ts';

/** Texts of charts of readings. */
export const zhCN = {
  'agronomy.forecast.measured': '实测',
  'agronomy.forecast.expected': '预测',
  'agronomy.forecast.band': '80% 区间',
  'panel.reading': '数据',
  'panel.range': '时间范围',
  'panel.range.day': '24 小时',
  'panel.range.week': '7 天',
  'panel.range.month': '30 天',
  'panel.noHistory': '这段时间没有数据',
  'panel.chart': '{name}的曲线',
  'panel.chart.band': '最小到最大',
  'panel.chart.misdated.ahead': '{n} 个读数的时间偏晚 {time}：由平台标记时间，当时平台的时钟偏快',
  'panel.chart.misdated.behind': '{n} 个读数的时间偏早 {time}：由平台标记时间，当时平台的时钟偏慢',
  'panel.chart.misdated.open': '{n} 个读数的时间可能有误：服务器的时钟被改动，尚未确认',
  'panel.chart.outside': '{n} 个超量程读数，未画入曲线：{values}',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
