import type { AttributeParameter } from '../storage/schema.ts';

/** A product model that every farm3d knows from the first start. */
export interface BuiltInProductModel {
  readonly code: string;
  readonly name: string;
  /** 'SP' = video camera (specification, section 3). */
  readonly productTypeCode: string;
  readonly modelPath: string;
  readonly attributes: readonly BuiltInAttribute[];
}

export interface BuiltInAttribute {
  readonly identify: string;
  readonly name: string;
  /** '0' attribute, '1' service, '3' status (specification, section 3). */
  readonly type: '0' | '1' | '3';
  readonly parameters: readonly AttributeParameter[];
  /** Statuses that a service changes. */
  readonly associationStates: readonly { identify: string }[];
}

const numeric = (
  identify: string,
  name: string,
  unit: string,
  min: number,
  max: number,
): AttributeParameter => ({
  parameterEnName: identify,
  parameterName: name,
  parameterType: 'NUMERIC',
  unit,
  min,
  max,
});

const plain = (identify: string, name: string, type: 'BOOLEAN' | 'STRING'): AttributeParameter => ({
  parameterEnName: identify,
  parameterName: name,
  parameterType: type,
  unit: '',
  min: null,
  max: null,
});

/** A measured value with its accepted range, both ends included. */
const measured = (
  identify: string,
  name: string,
  unit: string,
  min: number,
  max: number,
): BuiltInAttribute => ({
  identify,
  name,
  type: '0',
  parameters: [numeric(identify, name, unit, min, max)],
  associationStates: [],
});

/** A yes-or-no state. */
const status = (identify: string, name: string): BuiltInAttribute => ({
  identify,
  name,
  type: '3',
  parameters: [plain(identify, name, 'BOOLEAN')],
  associationStates: [],
});

/** A command, with the statuses it changes. */
const service = (
  identify: string,
  name: string,
  parameters: readonly AttributeParameter[],
  states: readonly string[] = [],
): BuiltInAttribute => ({
  identify,
  name,
  type: '1',
  parameters,
  associationStates: states.map((state) => ({ identify: state })),
});

/** Ranges are what the instrument can mean, not what is good for a crop: outside them a reading is refused. */
export const BUILT_IN_PRODUCT_MODELS: readonly BuiltInProductModel[] = [
  {
    code: 'TQ-3L',
    name: '土壤墒情传感器(三层)',
    productTypeCode: 'TQ',
    modelPath: '/models/soil-probe.glb',
    attributes: [
      measured('soilMoisture10', '10cm土壤含水率', '%', 0, 60),
      measured('soilMoisture20', '20cm土壤含水率', '%', 0, 60),
      measured('soilMoisture40', '40cm土壤含水率', '%', 0, 60),
      measured('soilTemperature10', '10cm土壤温度', '℃', -20, 50),
      measured('soilTemperature20', '20cm土壤温度', '℃', -20, 50),
      measured('soilTemperature40', '40cm土壤温度', '℃', -20, 50),
      measured('batteryVoltage', '电池电压', 'V', 3.2, 4.2),
      measured('rssi', '信号强度', 'dBm', -115, -45),
    ],
  },
  {
    code: 'QX-9',
    name: '自动气象站',
    productTypeCode: 'QX',
    modelPath: '/models/weather-station.glb',
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
      measured('batteryVoltage', '电池电压', 'V', 3.2, 4.2),
      measured('rssi', '信号强度', 'dBm', -115, -45),
    ],
  },
  {
    code: 'DCF-4',
    name: '电磁阀',
    productTypeCode: 'FM',
    modelPath: '/models/valve.glb',
    attributes: [
      measured('opening', '开度', '%', 0, 100),
      measured('flowRate', '瞬时流量', 'm³/h', 0, 100),
      service(
        'switchValve',
        '阀门开关',
        [plain('open', '开关', 'BOOLEAN'), numeric('minutes', '时长', 'min', 0, 720)],
        ['valveState'],
      ),
      status('valveState', '阀门状态'),
    ],
  },
  {
    code: 'SP-DH2',
    name: '球机摄像头',
    productTypeCode: 'SP',
    modelPath: '/models/camera.glb',
    attributes: [
      measured('videoQuality', '清晰度', '', 0, 2),
      service('ptz', '云台控制', [plain('direction', '方向', 'STRING'), numeric('speed', '速度', '', 1, 8)]),
      status('recording', '录像状态'),
    ],
  },
];
