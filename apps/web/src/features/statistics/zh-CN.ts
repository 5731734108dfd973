import { addTexts } from '../../platform/locale.ts';

/** Texts of the page of statistics. */
export const zhCN = {
  'statistics.subtitle': '设备数、上报情况与消息量，按日统计。',
  'statistics.range': '时间范围',
  'statistics.days': '{n} 天',
  'statistics.by': '统计方式',
  'statistics.by.all': '全部',
  'statistics.by.type': '按类型',
  'statistics.by.group': '按分组',
  'statistics.by.area': '按区域',
  'statistics.all': '全部设备',
  'statistics.group.none': '不在任何分组',
  'statistics.area.none': '不在任何区域',
  'statistics.area.noMap': '还没有区域地图。上传地图后，可以按区域统计。',
  'statistics.area.map': '打开区域地图',
  'statistics.devices': '设备数',
  'statistics.online': '现在在线',
  'statistics.reporting': '上报的设备',
  'statistics.silent': '未上报的设备',
  'statistics.messages': '消息量',
  'statistics.unit.devices': '台',
  'statistics.unit.messages': '条',
  'statistics.part': '名称',
  'statistics.today': '今天',
  'statistics.sum': '{n} 天消息量',
  'statistics.show': '在图中显示{name}',
  'statistics.most': '图中最多显示 {n} 项',
  'statistics.export': '导出 CSV',
  'statistics.silentNow': '查看一天以上没有消息的设备',
  'statistics.none.title': '还没有设备',
  'statistics.none.hint': '添加设备之后，这里会显示每天的统计。',
  'statistics.note':
    '未上报：当天没有任何消息。今天的数字截至现在。已删除的设备不在统计内；系统不保存过去的在线状态，只知道某天是否上报。',
  'statistics.note.group': '分组统计包含下级分组的设备；设备从加入分组那天起计数，已移出的设备不在统计内。',
  'statistics.note.area': '区域按设备或其场景现在的位置划分。',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
