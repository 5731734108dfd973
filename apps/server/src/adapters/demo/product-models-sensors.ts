import {
  condition,
  measured,
  noted,
  numeric,
  optional,
  plain,
  service,
  status,
  type BuiltInAttribute,
  type BuiltInProductModel,
} from './product-model-kit.ts';

/**
 * Received signal strength, dBm, of every radio that a device may have. LoRa receives down to -148 (Semtech SX1276
 * datasheet, rev. 7, sensitivity), LTE reports RSRP from -140 to -44 (3GPP TS 36.133, 9.1.4), GSM and UMTS up to -25
 * (3GPP TS 27.007, +CSQ; TS 25.133, RSCP), Wi-Fi some -20 beside the access point. More than 0, a milliwatt at the antenna
 * of the receiver, is no reception. 31 or 99, as modems answer +CSQ, are no dBm and lie outside.
 */
const RSSI = { min: -150, max: 0 } as const;

/** Battery and radio of a device. */
const SUPPLY: readonly BuiltInAttribute[] = [
  measured('batteryVoltage', '电池电压', 'V', 3.2, 4.2),
  measured('rssi', '信号强度', 'dBm', RSSI.min, RSSI.max),
];

/** A battery-powered device reports a few times an hour; it is not offline in between. */
const SLEEPER = { onlineTimeoutS: 2 * 3600 } as const;

/**
 * Sensors. A range is what the instrument can measure, not what is good for a crop; a reading outside is refused.
 */
export const SENSORS: readonly BuiltInProductModel[] = [
  {
    code: 'TQ-3L',
    name: '土壤墒情传感器(三层)',
    productTypeCode: 'TQ',
    detail: SLEEPER,
    attributes: [
      measured('soilMoisture10', '10cm土壤含水率', '%', 0, 60),
      measured('soilMoisture20', '20cm土壤含水率', '%', 0, 60),
      measured('soilMoisture40', '40cm土壤含水率', '%', 0, 60),
      measured('soilTemperature10', '10cm土壤温度', '℃', -20, 50),
      measured('soilTemperature20', '20cm土壤温度', '℃', -20, 50),
      measured('soilTemperature40', '40cm土壤温度', '℃', -20, 50),
      ...SUPPLY,
    ],
  },
  {
    code: 'QX-9',
    name: '自动气象站',
    productTypeCode: 'QX',
    attributes: [
      measured('airTemperature', '空气温度', '℃', -40, 60),
      measured('airHumidity', '空气湿度', '%', 0, 100),
      measured('windSpeed', '风速', 'm/s', 0, 40),
      measured('windDirection', '风向', '°', 0, 359),
      measured('rainfall', '小时雨量', 'mm', 0, 80),
      measured('solarRadiation', '总辐射', 'W/m²', 0, 1400),
      measured('illuminance', '光照度', 'lux', 0, 150000),
      measured('airPressure', '大气压', 'hPa', 850, 1060),
      measured('par', '光合有效辐射', 'μmol/(m²·s)', 0, 2500),
      ...SUPPLY,
    ],
  },
  {
    code: 'WSN-6',
    name: '温室环境传感器',
    productTypeCode: 'WS',
    attributes: [
      measured('indoorTemperature', '室内温度', '℃', -10, 60),
      measured('indoorHumidity', '室内湿度', '%', 0, 100),
      measured('co2', 'CO₂浓度', 'ppm', 250, 3000),
      measured('indoorPar', '室内PAR', 'μmol/(m²·s)', 0, 2000),
      measured('leafWetness', '叶面湿度', '%', 0, 100),
      ...SUPPLY,
    ],
  },
  {
    code: 'PHEC-1',
    name: 'pH/EC水肥探头',
    productTypeCode: 'EC',
    attributes: [
      measured('ph', 'pH', '', 0, 14),
      measured('ec', '电导率', 'mS/cm', 0, 20),
      measured('waterTemperature', '水温', '℃', 0, 50),
      service('calibrate', '校准', [numeric('point', '标准液', '', 0, 20)], ['calibrated']),
      status('calibrated', '已校准'),
    ],
  },
  {
    code: 'SWJ-LL',
    name: '水位流量计',
    productTypeCode: 'SW',
    attributes: [
      measured('waterLevel', '水位', 'm', 0, 5),
      measured('flowRate', '瞬时流量', 'm³/h', 0, 60),
      measured('totalFlow', '累计流量', 'm³', 0, 9_999_999),
    ],
  },
  {
    code: 'CQD-AI',
    name: '虫情测报灯',
    productTypeCode: 'CQ',
    detail: SLEEPER,
    attributes: [
      measured('insectCount', '诱虫数', '头', 0, 2000),
      noted('insectSpecies', '主要种类'),
      noted('photoUrl', '虫情照片'),
      service('takePhoto', '拍照', []),
      service('lamp', '诱虫灯', [plain('on', '开关', 'BOOLEAN')], ['lampState']),
      status('lampState', '灯状态'),
      status('rainControl', '雨控'),
    ],
  },
  {
    code: 'SP-DH2',
    name: '球机摄像头',
    productTypeCode: 'SP',
    attributes: [
      measured('videoQuality', '清晰度', '', 0, 2),
      service('ptz', '云台控制', [
        plain('direction', '方向', 'STRING'),
        optional(numeric('speed', '速度', '', 1, 8)),
      ]),
      status('recording', '录像状态'),
    ],
  },
  {
    code: 'WG-4G',
    name: '物联网网关',
    productTypeCode: 'WG',
    attributes: [
      measured('cpu', 'CPU占用', '%', 0, 100),
      measured('memory', '内存占用', '%', 0, 100),
      measured('childCount', '子设备数', '', 0, 256),
      service('reboot', '重启', []),
      status('powerSupply', '市电'),
    ],
  },
  {
    code: 'DGK-8',
    name: '滴灌控制器',
    productTypeCode: 'DG',
    attributes: [
      measured('linePressure', '管网压力', 'MPa', 0, 0.6),
      measured('todayVolume', '今日灌水量', 'm³', 0, 500),
      service(
        'startIrrigation',
        '开始轮灌',
        [numeric('zone', '轮灌区', '', 1, 8), optional(numeric('minutes', '时长', 'min', 1, 720))],
        ['irrigating', 'currentZone'],
      ),
      service('stopIrrigation', '停止轮灌', [], ['irrigating', 'currentZone']),
      status('irrigating', '灌溉中'),
      condition('currentZone', '当前区', numeric('currentZone', '当前区', '', 0, 8)),
    ],
  },
];
