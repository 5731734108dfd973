/** Languages in which the demo farm can be created. */
export type DemoLanguage = 'zh-CN' | 'en';

/** English names and descriptions of what the demo farm has; its crops and areas have both languages of their own. */
const ENGLISH: Readonly<Record<string, string>> = {
  示范农场: 'Demo farm',
  '三连栋番茄温室、玉米田和蓄水池，设备数据为模拟数据':
    'Tomatoes under three spans, a field of maize and a pond; the data of its devices are simulated',
  西区番茄: 'West tomatoes',
  '1号墒情站': 'Soil probe 1',
  '2号墒情站': 'Soil probe 2',
  '3号墒情站': 'Soil probe 3',
  气象站: 'Weather station',
  西区电磁阀: 'West valve',
  东区电磁阀: 'East valve',
  温室环境传感器: 'Greenhouse climate sensor',
  卷膜机: 'Film roller',
  风机湿帘: 'Fan and pad cooling',
  补光灯: 'Grow light',
  水泵: 'Water pump',
  水肥探头: 'pH and EC probe',
  水位流量计: 'Water level and flow meter',
  虫情测报灯: 'Insect lamp',
  LED显示屏: 'LED screen',
  '1号摄像头': 'Camera 1',
  '2号摄像头': 'Camera 2',
  遮阳网电机: 'Shade net motor',
  滴灌控制器: 'Drip controller',
  物联网网关: 'Gateway',
  阳坡地块: 'South slope',
  '一块有边界的地，上面有两座大棚，设备数据为模拟数据':
    'A plot with a boundary and two greenhouses on it; the data of its devices are simulated',
  阳坡一号棚: 'South slope greenhouse 1',
  '黄瓜大棚，设备数据为模拟数据': 'A greenhouse of cucumbers; the data of its devices are simulated',
  阳坡二号棚: 'South slope greenhouse 2',
  '生菜大棚，设备数据为模拟数据': 'A greenhouse of lettuce; the data of its devices are simulated',
  阳坡一号棚温湿度: 'South slope 1 climate',
  阳坡一号棚电磁阀: 'South slope 1 valve',
  阳坡二号棚温湿度: 'South slope 2 climate',
  阳坡二号棚电磁阀: 'South slope 2 valve',
  褐土: 'Cinnamon soil',
  稻草覆盖: 'Straw mulch',
  绿肥: 'Green manure',
};

/** Name or description of the demo farm, written in Chinese, in a language. */
export const inLanguage = (text: string, language: DemoLanguage): string =>
  language === 'en' ? (ENGLISH[text] ?? text) : text;
