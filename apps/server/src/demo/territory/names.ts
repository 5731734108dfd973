/*
 * Names of no real place: what grows there, then what the land is like, by words that real provinces, cities and counties
 * do not end in.
 */

export const LAND_NAME = '模拟领地';

const PROVINCES = ['麦浪省', '稻香省', '果岭省', '棉原省', '茶丘省', '葵海省'] as const;
const CROPS = '穗黍粟荞莓橙桃杏梨枣菱藕薯蔗豆麻椒姜芹菊莲荷桑竹棠榴柚芋荠葱';
const CITY_LANDS = '浦屿坡湾';
const COUNTY_LANDS = '畦垄陌畔渠坎';

const letter = (letters: string, index: number): string => letters.charAt(index % letters.length);

export const provinceName = (province: number): string => PROVINCES[province % PROVINCES.length]!;

/** @param city counted through the whole land */
export const cityName = (city: number): string =>
  `${letter(CROPS, city * 7 + 1)}${letter(CITY_LANDS, city + Math.floor(city / CROPS.length))}市`;

/** @param county counted through the whole land */
export const countyName = (county: number): string =>
  `${letter(CROPS, county * 11 + 4)}${letter(COUNTY_LANDS, county + Math.floor(county / CROPS.length))}县`;
