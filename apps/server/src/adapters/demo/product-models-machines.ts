import {
  condition,
  measured,
  numeric,
  optional,
  plain,
  service,
  status,
  type BuiltInProductModel,
} from './product-model-kit.ts';

/** Actuators. Each service names the statuses that it changes. */
export const MACHINES: readonly BuiltInProductModel[] = [
  {
    code: 'DCF-4',
    name: '电磁阀',
    productTypeCode: 'FM',
    attributes: [
      measured('opening', '开度', '%', 0, 100),
      measured('flowRate', '瞬时流量', 'm³/h', 0, 100),
      service(
        'switchValve',
        '阀门开关',
        [plain('open', '开关', 'BOOLEAN'), optional(numeric('minutes', '时长', 'min', 0, 720))],
        ['valveState'],
      ),
      status('valveState', '阀门状态'),
    ],
  },
  {
    code: 'SB-7.5',
    name: '水泵',
    productTypeCode: 'SB',
    attributes: [
      measured('current', '电流', 'A', 0, 30),
      measured('pressure', '出口压力', 'MPa', 0, 1),
      measured('runHours', '运行时长', 'h', 0, 999_999),
      service(
        'switchPump',
        '水泵开关',
        [plain('on', '开关', 'BOOLEAN'), optional(numeric('frequency', '频率', 'Hz', 20, 50))],
        ['pumpState'],
      ),
      status('pumpState', '运行状态'),
      status('fault', '故障'),
    ],
  },
  {
    code: 'JMJ-24V',
    name: '卷膜机',
    productTypeCode: 'JM',
    attributes: [
      measured('filmOpening', '卷膜开度', '%', 0, 100),
      service('rollFilm', '卷膜控制', [numeric('target', '目标开度', '%', 0, 100)], ['filmState']),
      service('stopFilm', '停止', [], ['filmState']),
      condition('filmState', '卷膜状态'),
    ],
  },
  {
    code: 'ZYW-70',
    name: '遮阳网',
    productTypeCode: 'ZY',
    attributes: [
      measured('shadeOpening', '展开度', '%', 0, 100),
      service('shade', '遮阳控制', [numeric('target', '目标展开度', '%', 0, 100)], ['shadeState']),
      condition('shadeState', '状态'),
    ],
  },
  {
    code: 'FJSL-1',
    name: '风机湿帘',
    productTypeCode: 'FJ',
    attributes: [
      measured('fanCurrent', '风机电流', 'A', 0, 12),
      service('fan', '风机', [plain('on', '开关', 'BOOLEAN')], ['fanState']),
      service('pad', '湿帘水泵', [plain('on', '开关', 'BOOLEAN')], ['padState']),
      status('fanState', '风机状态'),
      status('padState', '湿帘状态'),
    ],
  },
  {
    code: 'BGD-600',
    name: '补光灯',
    productTypeCode: 'BG',
    attributes: [
      measured('power', '功率', 'W', 0, 600),
      measured('ppfd', '光量子通量', 'μmol/(m²·s)', 0, 800),
      service(
        'light',
        '补光',
        [plain('on', '开关', 'BOOLEAN'), optional(numeric('level', '亮度', '%', 0, 100))],
        ['lightState'],
      ),
      status('lightState', '状态'),
    ],
  },
  {
    code: 'LED-P10',
    name: 'LED显示屏',
    productTypeCode: 'LED',
    detail: { ledScreenWidth: 96, ledScreenHeight: 48 },
    attributes: [
      measured('brightness', '亮度', '%', 0, 100),
      service('set_ledScreen_content', '设置内容', [plain('entries', '节目', 'STRING')]),
      service('get_ledScreen_content', '读取内容', []),
      status('power', '电源'),
    ],
  },
];
