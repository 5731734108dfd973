import { type Sourced, sourced } from './sources.ts';

/** How a risk is computed. Bands and limits that a model leaves open are the record's own. */
export type RiskModel =
  /** Hutton and Smith criteria and Wallin severity, from hours of high humidity. */
  | { readonly kind: 'lateBlight' }
  /** TOM-CAST severity of wet hours. */
  | { readonly kind: 'tomcast' }
  /** Broome's probability of grey mould in a wet spell. */
  | { readonly kind: 'botrytis' }
  /** The Gubler–Thomas index with its hours counted in a band of °C. */
  | { readonly kind: 'powderyMildew'; readonly band: Sourced<readonly [number, number]> }
  /** Magarey's wetness requirement: least, best and greatest °C, least and most hours; RH that counts as wet. */
  | {
      readonly kind: 'wetness';
      readonly temperatures: Sourced<readonly [number, number, number]>;
      readonly hours: Sourced<readonly [number, number]>;
      readonly wetRh: Sourced<number>;
    }
  | { readonly kind: 'downy310' }
  /** De Wolf's model, at flowering. */
  | { readonly kind: 'wheatScab' }
  /** Hours in a band of °C at or above a humidity. */
  | {
      readonly kind: 'warmHumid';
      readonly band: Sourced<readonly [number, number]>;
      readonly rhAtLeast: Sourced<number>;
    }
  /** Hours in a band of °C below a humidity. */
  | {
      readonly kind: 'hotDry';
      readonly band: Sourced<readonly [number, number]>;
      readonly rhBelow: Sourced<number>;
    }
  /** Days of warm soil. */
  | { readonly kind: 'soilTemperature'; readonly atLeast: Sourced<number> }
  /** Heat of an insect's generation above a base, and its favourable temperatures, °C. */
  | {
      readonly kind: 'generations';
      readonly base: Sourced<number>;
      readonly generationGdd: Sourced<number>;
      readonly band: Sourced<readonly [number, number]>;
    }
  /** Catches of a light trap a night from which the risk is medium and high. */
  | { readonly kind: 'trap'; readonly perNight: Sourced<readonly [number, number]> };

export interface PestRecord {
  readonly id: string;
  readonly kind: 'disease' | 'pest';
  readonly zh: string;
  readonly en: string;
  /** The organism. */
  readonly agent: string;
  /** Ids of the crop table, and `grape`. */
  readonly crops: readonly string[];
  readonly symptoms: string;
  readonly symptomsEn: string;
  /** Favourable conditions, as text. */
  readonly temperature: string;
  readonly moisture: string;
  readonly moistureEn: string;
  readonly model: RiskModel;
}

/** Windows of temperature and wetness are those of general handbooks: plausible, not confirmed. */
const handbook = <const T>(value: T): Sourced<T> => sourced(value, 'handbooks', 'unverified');

function wetness(
  temperatures: readonly [least: number, best: number, greatest: number],
  hours: readonly [least: number, most: number],
  wetRh = 90,
): RiskModel {
  return {
    kind: 'wetness',
    temperatures: handbook(temperatures),
    hours: handbook(hours),
    wetRh: sourced(wetRh, 'handbooks', 'unverified'),
  };
}

function generations(base: number, generationGdd: number, band: readonly [number, number]): RiskModel {
  return { kind: 'generations', base: handbook(base), generationGdd: handbook(generationGdd), band: handbook(band) };
}

export const PEST_RECORDS: readonly PestRecord[] = [
  {
    id: 'late_blight_tomato',
    kind: 'disease',
    zh: '番茄/马铃薯晚疫病',
    en: 'Late blight',
    agent: 'Phytophthora infestans',
    crops: ['tomato', 'potato'],
    symptoms: '叶缘水浸状暗绿斑、潮湿时叶背白霉',
    symptomsEn: 'Water-soaked dark green spots at leaf edges; white mould under the leaf when wet',
    temperature: '10-25，适宜 18-22 ℃',
    moisture: 'RH>=90% 持续',
    moistureEn: 'RH ≥ 90 % for long',
    model: { kind: 'lateBlight' },
  },
  {
    id: 'early_blight',
    kind: 'disease',
    zh: '番茄/马铃薯早疫病',
    en: 'Early blight',
    agent: 'Alternaria solani',
    crops: ['tomato', 'potato', 'eggplant'],
    symptoms: '同心轮纹褐斑，老叶先发',
    symptomsEn: 'Brown spots with concentric rings, old leaves first',
    temperature: '20-30 ℃',
    moisture: '叶湿',
    moistureEn: 'Wet leaves',
    model: { kind: 'tomcast' },
  },
  {
    id: 'gray_mold',
    kind: 'disease',
    zh: '灰霉病',
    en: 'Botrytis gray mould',
    agent: 'Botrytis cinerea',
    crops: ['tomato', 'strawberry', 'cucumber', 'lettuce', 'pepper', 'eggplant'],
    symptoms: '花果水浸状腐烂、灰色霉层',
    symptomsEn: 'Water-soaked rot of flowers and fruit with grey mould',
    temperature: '15-23 ℃',
    moisture: 'RH>90% 或叶湿',
    moistureEn: 'RH > 90 % or wet leaves',
    model: { kind: 'botrytis' },
  },
  {
    id: 'powdery_mildew_cuc',
    kind: 'disease',
    zh: '黄瓜白粉病',
    en: 'Powdery mildew',
    agent: 'Podosphaera xanthii',
    crops: ['cucumber'],
    symptoms: '叶面白粉斑',
    symptomsEn: 'White powdery spots on leaves',
    temperature: '20-28 ℃',
    moisture: 'RH 50-90%，不需游离水',
    moistureEn: 'RH 50–90 %, no free water needed',
    model: { kind: 'powderyMildew', band: handbook([20, 28]) },
  },
  {
    id: 'powdery_mildew_straw',
    kind: 'disease',
    zh: '草莓白粉病',
    en: 'Strawberry powdery mildew',
    agent: 'Podosphaera aphanis',
    crops: ['strawberry'],
    symptoms: '叶背白粉、叶缘上卷',
    symptomsEn: 'White powder under leaves, leaf edges curl upwards',
    temperature: '15-25 ℃',
    moisture: 'RH 40-90%',
    moistureEn: 'RH 40–90 %',
    model: { kind: 'powderyMildew', band: handbook([15, 25]) },
  },
  {
    id: 'downy_mildew_cuc',
    kind: 'disease',
    zh: '黄瓜霜霉病',
    en: 'Cucurbit downy mildew',
    agent: 'Pseudoperonospora cubensis',
    crops: ['cucumber'],
    symptoms: '叶脉限制多角形黄斑、叶背灰黑霉',
    symptomsEn: 'Angular yellow spots between veins, grey to black mould under the leaf',
    temperature: '15-22 ℃',
    moisture: '叶湿>=6h',
    moistureEn: 'Leaves wet ≥ 6 h',
    model: wetness([5, 18, 30], [6, 24]),
  },
  {
    id: 'downy_mildew_let',
    kind: 'disease',
    zh: '生菜霜霉病',
    en: 'Lettuce downy mildew',
    agent: 'Bremia lactucae',
    crops: ['lettuce'],
    symptoms: '叶面淡黄多角斑、叶背白霉',
    symptomsEn: 'Pale yellow angular spots, white mould under the leaf',
    temperature: '10-20 ℃',
    moisture: '晨间叶湿>=4h',
    moistureEn: 'Leaves wet ≥ 4 h in the morning',
    model: wetness([2, 15, 25], [4, 24]),
  },
  {
    id: 'downy_mildew_grape',
    kind: 'disease',
    zh: '葡萄霜霉病',
    en: 'Grape downy mildew',
    agent: 'Plasmopara viticola',
    crops: ['grape'],
    symptoms: '叶面油渍斑、叶背白霉',
    symptomsEn: 'Oily spots on leaves, white mould under the leaf',
    temperature: '11-30，适宜 20-24 ℃',
    moisture: '降雨>=10mm',
    moistureEn: 'Rain ≥ 10 mm',
    model: { kind: 'downy310' },
  },
  {
    id: 'leaf_mold_tomato',
    kind: 'disease',
    zh: '番茄叶霉病',
    en: 'Tomato leaf mould',
    agent: 'Passalora fulva',
    crops: ['tomato'],
    symptoms: '叶正面黄斑、背面紫褐霉',
    symptomsEn: 'Yellow spots above, purple-brown mould under the leaf',
    temperature: '20-25 ℃',
    moisture: 'RH>85%',
    moistureEn: 'RH > 85 %',
    model: wetness([5, 23, 32], [10, 24], 85),
  },
  {
    id: 'bacterial_wilt',
    kind: 'disease',
    zh: '青枯病',
    en: 'Bacterial wilt',
    agent: 'Ralstonia solanacearum',
    crops: ['tomato', 'pepper', 'eggplant', 'potato'],
    symptoms: '白天萎蔫早晚恢复、切茎菌脓',
    symptomsEn: 'Wilts by day and recovers by night; bacterial ooze from a cut stem',
    temperature: '25-35 ℃',
    moisture: '土壤湿',
    moistureEn: 'Wet soil',
    model: { kind: 'soilTemperature', atLeast: handbook(25) },
  },
  {
    id: 'anthracnose_pepper',
    kind: 'disease',
    zh: '辣椒/草莓炭疽病',
    en: 'Anthracnose',
    agent: 'Colletotrichum spp.',
    crops: ['pepper', 'strawberry'],
    symptoms: '果面凹陷轮纹斑',
    symptomsEn: 'Sunken spots with rings on fruit',
    temperature: '24-30 ℃',
    moisture: '叶湿>=12h',
    moistureEn: 'Leaves wet ≥ 12 h',
    model: wetness([10, 27, 35], [12, 36]),
  },
  {
    id: 'wheat_fhb',
    kind: 'disease',
    zh: '小麦赤霉病',
    en: 'Fusarium head blight',
    agent: 'Fusarium graminearum',
    crops: ['wheat'],
    symptoms: '花后穗部漂白、粉红霉',
    symptomsEn: 'Bleached heads after flowering, pink mould',
    temperature: '15-30，适宜 25 ℃',
    moisture: '抽穗扬花期连续阴雨',
    moistureEn: 'Days of rain from heading to flowering',
    model: { kind: 'wheatScab' },
  },
  {
    id: 'wheat_stripe_rust',
    kind: 'disease',
    zh: '小麦条锈病',
    en: 'Stripe rust',
    agent: 'Puccinia striiformis f.sp. tritici',
    crops: ['wheat'],
    symptoms: '叶片黄色成行粉疱',
    symptomsEn: 'Yellow pustules in stripes on leaves',
    temperature: '5-18，适宜 9-13 ℃',
    moisture: '露时>=3h',
    moistureEn: 'Dew ≥ 3 h',
    model: wetness([2, 11, 23], [3, 24]),
  },
  {
    id: 'wheat_pm',
    kind: 'disease',
    zh: '小麦白粉病',
    en: 'Wheat powdery mildew',
    agent: 'Blumeria graminis f.sp. tritici',
    crops: ['wheat'],
    symptoms: '叶片白粉层',
    symptomsEn: 'White powdery layer on leaves',
    temperature: '15-22 ℃',
    moisture: 'RH 高',
    moistureEn: 'High RH',
    model: { kind: 'warmHumid', band: handbook([15, 22]), rhAtLeast: handbook(80) },
  },
  {
    id: 'rice_blast',
    kind: 'disease',
    zh: '稻瘟病',
    en: 'Rice blast',
    agent: 'Magnaporthe oryzae',
    crops: ['rice'],
    symptoms: '梭形病斑、穗颈褐变',
    symptomsEn: 'Spindle-shaped spots, brown panicle necks',
    temperature: '20-30，适宜 25-28 ℃',
    moisture: '叶湿>=10h',
    moistureEn: 'Leaves wet ≥ 10 h',
    model: wetness([10, 26, 35], [10, 24]),
  },
  {
    id: 'rice_sheath_blight',
    kind: 'disease',
    zh: '水稻纹枯病',
    en: 'Sheath blight',
    agent: 'Rhizoctonia solani',
    crops: ['rice'],
    symptoms: '叶鞘云纹斑',
    symptomsEn: 'Cloud-shaped spots on leaf sheaths',
    temperature: '28-32 ℃',
    moisture: 'RH>95%',
    moistureEn: 'RH > 95 %',
    model: { kind: 'warmHumid', band: handbook([28, 32]), rhAtLeast: handbook(95) },
  },
  {
    id: 'maize_ncb',
    kind: 'disease',
    zh: '玉米大斑病',
    en: 'Northern corn leaf blight',
    agent: 'Setosphaeria turcica',
    crops: ['maize'],
    symptoms: '梭形大斑',
    symptomsEn: 'Large spindle-shaped spots',
    temperature: '18-27 ℃',
    moisture: '叶湿>=6h',
    moistureEn: 'Leaves wet ≥ 6 h',
    model: wetness([10, 22, 32], [6, 24]),
  },
  {
    id: 'aphid',
    kind: 'pest',
    zh: '蚜虫',
    en: 'Aphids',
    agent: 'Aphis/Myzus spp.',
    crops: ['cucumber', 'pepper', 'cotton', 'wheat', 'lettuce', 'strawberry'],
    symptoms: '嫩叶卷曲、蜜露',
    symptomsEn: 'Curled young leaves, honeydew',
    temperature: '16-25 ℃',
    moisture: '干燥',
    moistureEn: 'Dry',
    model: generations(6, 110, [16, 25]),
  },
  {
    id: 'whitefly',
    kind: 'pest',
    zh: '烟粉虱',
    en: 'Whitefly',
    agent: 'Bemisia tabaci',
    crops: ['tomato', 'cucumber', 'eggplant', 'cotton'],
    symptoms: '叶背白色小虫、传黄化曲叶病毒',
    symptomsEn: 'Small white insects under leaves; carries yellow leaf curl virus',
    temperature: '25-30 ℃',
    moisture: '温室',
    moistureEn: 'Greenhouses',
    model: generations(11, 320, [25, 30]),
  },
  {
    id: 'thrips',
    kind: 'pest',
    zh: '西花蓟马',
    en: 'Western flower thrips',
    agent: 'Frankliniella occidentalis',
    crops: ['strawberry', 'pepper', 'cucumber'],
    symptoms: '花叶银灰斑',
    symptomsEn: 'Silvery spots on flowers and leaves',
    temperature: '15-30 ℃',
    moisture: '干燥',
    moistureEn: 'Dry',
    model: generations(8, 250, [15, 30]),
  },
  {
    id: 'spider_mite',
    kind: 'pest',
    zh: '二斑叶螨',
    en: 'Two-spotted spider mite',
    agent: 'Tetranychus urticae',
    crops: ['strawberry', 'eggplant', 'cotton', 'soybean'],
    symptoms: '叶面黄白小点、结网',
    symptomsEn: 'Small pale dots on leaves, webs',
    temperature: '25-32 ℃',
    moisture: 'RH<60%',
    moistureEn: 'RH < 60 %',
    model: { kind: 'hotDry', band: handbook([25, 32]), rhBelow: handbook(60) },
  },
  {
    id: 'faw',
    kind: 'pest',
    zh: '草地贪夜蛾',
    en: 'Fall armyworm',
    agent: 'Spodoptera frugiperda',
    crops: ['maize'],
    symptoms: '心叶窗孔、新鲜虫粪',
    symptomsEn: 'Windows in whorl leaves, fresh droppings',
    temperature: '11-35，适宜 25-30 ℃',
    moisture: '不敏感',
    moistureEn: 'Any',
    model: generations(11, 560, [25, 30]),
  },
  {
    id: 'cotton_bollworm',
    kind: 'pest',
    zh: '棉铃虫',
    en: 'Cotton bollworm',
    agent: 'Helicoverpa armigera',
    crops: ['cotton', 'tomato', 'maize'],
    symptoms: '蛀果蛀铃',
    symptomsEn: 'Holes bored into fruit and bolls',
    temperature: '12-35，适宜 25-28 ℃',
    moisture: '不敏感',
    moistureEn: 'Any',
    model: generations(12, 475, [25, 28]),
  },
  {
    id: 'bph',
    kind: 'pest',
    zh: '褐飞虱',
    en: 'Brown planthopper',
    agent: 'Nilaparvata lugens',
    crops: ['rice'],
    symptoms: '基部群集、枯死虱烧',
    symptomsEn: 'Crowds at the stem base, patches dry up (hopper burn)',
    temperature: '20-30 ℃',
    moisture: 'RH>80%',
    moistureEn: 'RH > 80 %',
    model: { kind: 'trap', perNight: sourced([10, 50], 'ours', 'assumed') },
  },
];

/** The record of an id, or undefined. */
export function findPest(id: string | null | undefined): PestRecord | undefined {
  return PEST_RECORDS.find((record) => record.id === id);
}
