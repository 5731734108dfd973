/* Names of no real place: a crop and a landform, with endings that no real province, city or county has. */

/** A name in both languages. */
export interface PlaceName {
  readonly zh: string;
  readonly en: string;
}

export const LAND_NAME: PlaceName = { zh: '模拟领地', en: 'Simulated land' };

type Word = readonly [zh: string, en: string];

const PROVINCES: readonly Word[] = [
  ['麦浪省', 'Wheatwave'],
  ['稻香省', 'Sweetrice'],
  ['果岭省', 'Orchard Hill'],
  ['棉原省', 'Cotton Plain'],
  ['茶丘省', 'Tea Downs'],
  ['葵海省', 'Sunflower Sea'],
];
const CROPS: readonly Word[] = [
  ['穗', 'Grain'],
  ['黍', 'Proso'],
  ['粟', 'Millet'],
  ['荞', 'Buckwheat'],
  ['莓', 'Berry'],
  ['橙', 'Orange'],
  ['桃', 'Peach'],
  ['杏', 'Apricot'],
  ['梨', 'Pear'],
  ['枣', 'Jujube'],
  ['菱', 'Caltrop'],
  ['藕', 'Arrowroot'],
  ['薯', 'Yam'],
  ['蔗', 'Cane'],
  ['豆', 'Bean'],
  ['麻', 'Sesame'],
  ['椒', 'Pepper'],
  ['姜', 'Ginger'],
  ['芹', 'Celery'],
  ['菊', 'Aster'],
  ['莲', 'Lotus'],
  ['荷', 'Waterlily'],
  ['桑', 'Mulberry'],
  ['竹', 'Bamboo'],
  ['棠', 'Crabapple'],
  ['榴', 'Pomegranate'],
  ['柚', 'Pomelo'],
  ['芋', 'Taro'],
  ['荠', 'Cress'],
  ['葱', 'Leek'],
];
const CITY_LANDS: readonly Word[] = [
  ['浦', 'Reach'],
  ['屿', 'Isle'],
  ['坡', 'Slope'],
  ['湾', 'Bay'],
];
const COUNTY_LANDS: readonly Word[] = [
  ['畦', 'Bed'],
  ['垄', 'Ridge'],
  ['陌', 'Path'],
  ['畔', 'Verge'],
  ['渠', 'Channel'],
  ['坎', 'Bank'],
];

const wordOf = (words: readonly Word[], index: number): Word => words[index % words.length]!;

function nameOf([crop, cropEn]: Word, [land, landEn]: Word, kind: string): PlaceName {
  return { zh: `${crop}${land}${kind}`, en: `${cropEn} ${landEn}` };
}

export function provinceName(province: number): PlaceName {
  const [zh, en] = wordOf(PROVINCES, province);
  return { zh, en };
}

/** @param city index in the whole land */
export const cityName = (city: number): PlaceName =>
  nameOf(wordOf(CROPS, city * 7 + 1), wordOf(CITY_LANDS, city + Math.floor(city / CROPS.length)), '市');

/** @param county index in the whole land */
export const countyName = (county: number): PlaceName =>
  nameOf(
    wordOf(CROPS, county * 11 + 4),
    wordOf(COUNTY_LANDS, county + Math.floor(county / CROPS.length)),
    '县',
  );

/** Name of a farm in a county. */
export const farmName = ({ zh, en }: PlaceName): PlaceName => ({
  zh: `${zh.slice(0, -1)}示范园`,
  en: `${en} Farm`,
});
