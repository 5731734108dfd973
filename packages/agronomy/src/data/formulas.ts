import type { Certainty } from './sources.ts';

/** Explanation of a computed value. */
export interface FormulaNote {
  readonly id: string;
  readonly zh: string;
  readonly en: string;
  readonly formula: string;
  /** What goes in. */
  readonly inputs: readonly string[];
  readonly source: string;
  readonly certainty: Certainty;
}

const FAO = 'FAO Irrigation and Drainage Paper 56 (Allen et al. 1998)';

/** Formulas of each card, in the order of their dependencies. */
export const FORMULA_NOTES: readonly FormulaNote[] = [
  {
    id: 'et0-daily',
    zh: '参考作物蒸散量（日）',
    en: 'Reference evapotranspiration, daily',
    formula: 'ET0 = [0.408·Δ·(Rn−G) + γ·900/(T+273)·u2·(es−ea)] / [Δ + γ·(1+0.34·u2)]',
    inputs: ['tmax', 'tmin', 'rh', 'radiation', 'wind', 'latitude', 'elevation'],
    source: `${FAO}, eq. 6`,
    certainty: 'published',
  },
  {
    id: 'et0-hourly',
    zh: '参考作物蒸散量（小时）',
    en: 'Reference evapotranspiration, hourly',
    formula: 'ET0 = [0.408·Δ·(Rn−G) + γ·37/(T+273)·u2·(e°−ea)] / [Δ + γ·(1+Cd·u2)], Cd 0.24 by day, 0.96 by night',
    inputs: ['t', 'rh', 'radiation', 'wind', 'latitude', 'longitude'],
    source: `${FAO}, eq. 53, with the coefficients of ASCE-EWRI 2005`,
    certainty: 'published',
  },
  {
    id: 'et0-greenhouse',
    zh: '温室参考作物蒸散量',
    en: 'Reference evapotranspiration in a greenhouse',
    formula: 'eq. 6, u2 = 208/150, Rs = τ·Rs(outside)',
    inputs: ['tmax', 'tmin', 'rh', 'radiation', 'transmissivity'],
    source: 'Fernández et al. 2010, Irrigation Science 28',
    certainty: 'published',
  },
  {
    id: 'water-model',
    zh: '根区水分：双作物系数分层模型',
    en: 'Root zone: layered model with the dual crop coefficient',
    formula: 'Dr = Σ 1000·max(0, θFC−θ)·Δz; ETc = (Ks·Kcb + Ke)·ET0; θ′ = θ + (P−RO) + I + CR − E − T − DP',
    inputs: ['et0', 'rain', 'irrigation', 'crop', 'soil', 'mulch', 'waterTable', 'salinity'],
    source: `${FAO}, chapter 7; runoff by curve number (SCS 1972); capillary rise as AquaCrop; soil by Saxton and Rawls 2006`,
    certainty: 'published',
  },
  {
    id: 'water-probes',
    zh: '探头率定',
    en: 'What the probes calibrate',
    formula: 'θFC = median of θ 1–5 days after water, while it falls by less than 0.006 m³/m³ a day; bias = median(θprobe − θ)',
    inputs: ['soilMoisture', 'rain', 'irrigation'],
    source: 'farm3d; root depth, use and drainage weighted by their fit to the readings (importance weighting)',
    certainty: 'assumed',
  },
  {
    id: 'water-both',
    zh: '模型与探头同化',
    en: 'Model and probes together',
    formula: '48 runs, serial square-root ensemble filter; band = 10 % to 90 % of the runs',
    inputs: ['water-model', 'soilMoisture'],
    source: 'Whitaker and Hamill 2002, 2012; the 80 % band contained 79.0 % of 1200 mornings of 200 seasons simulated with other physics (docs/agronomy.md)',
    certainty: 'published',
  },
  {
    id: 'irrigation-window',
    zh: '灌溉日期区间',
    en: 'The date of irrigation as a band',
    formula: 'first day with Dr ≥ p·TAW in each run: 10 %, 50 %, 90 % of the runs',
    inputs: ['water-both', 'forecast'],
    source: `${FAO}, chapter 8`,
    certainty: 'derived',
  },
  {
    id: 'etc',
    zh: '作物需水量',
    en: 'Crop evapotranspiration',
    formula: 'ETc = (Kcb + Ke)·ET0; Kcb > 0.45: + [0.04·(u2−2) − 0.004·(RHmin−45)]·(h/3)^0.3',
    inputs: ['et0', 'crop', 'plantDate', 'depletion'],
    source: `${FAO}, eq. 66, 69–76`,
    certainty: 'published',
  },
  {
    id: 'depletion',
    zh: '根区亏缺量',
    en: 'Root-zone depletion',
    formula: 'Dr = Dr′ − (P−RO) − I + ETc + DP; Dr = Σ 1000·(θFC−θ)·Δz',
    inputs: ['soilMoisture', 'fieldCapacity', 'rain', 'irrigation', 'etc'],
    source: `${FAO}, eq. 85–88`,
    certainty: 'published',
  },
  {
    id: 'irrigation-advice',
    zh: '灌溉建议',
    en: 'Irrigation advice',
    formula: 'Dr − Pe ≥ p·TAW; gross = net / (Ea·(1−LR))',
    inputs: ['depletion', 'crop', 'soil', 'forecast', 'efficiency', 'area', 'flow'],
    source: `${FAO}, chapter 8; efficiencies FAO training manual 4`,
    certainty: 'derived',
  },
  {
    id: 'leaching',
    zh: '淋洗系数',
    en: 'Leaching fraction',
    formula: 'LR = ECw / (5·ECe − ECw); drip: ECw / (2·max ECe); ECe of the crop (table 23)',
    inputs: ['waterEc', 'crop'],
    source: 'FAO Irrigation and Drainage Paper 29, eq. 9; Paper 56 table 23',
    certainty: 'published',
  },
  {
    id: 'days-ahead',
    zh: '未来几天的蒸散量和降雨',
    en: 'ET0 and rain of the days ahead',
    formula: 'provider·median(station/provider), 0.6–1.6; else means of the climate record; else mean of 7 days, no rain',
    inputs: ['forecast', 'climate', 'et0-daily'],
    source: 'farm3d; rain counts for the decision from a probability of 50 %',
    certainty: 'assumed',
  },
  {
    id: 'rsm',
    zh: '土壤相对湿度',
    en: 'Relative soil moisture',
    formula: 'Rsm = a · mean(w / fc) · 100 %',
    inputs: ['soilMoisture', 'fieldCapacity', 'texture', 'stage'],
    source: 'GB/T 32136-2015, 5.2',
    certainty: 'unverified',
  },
  {
    id: 'spi',
    zh: '标准化降水指数',
    en: 'Standardised precipitation index',
    formula: 'H = q + (1−q)·Γ(P; α, β); SPI = Φ⁻¹(H)',
    inputs: ['rain (≥ 20 years)'],
    source: 'McKee et al. 1993; WMO-No. 1090; GB/T 20481',
    certainty: 'published',
  },
  {
    id: 'spei',
    zh: '标准化降水蒸散指数',
    en: 'Standardised precipitation-evapotranspiration index',
    formula: 'D = P − ET0; F = 1/(1+(α/(D−γ))^β); SPEI = Φ⁻¹(F)',
    inputs: ['rain and ET0 (≥ 20 years)'],
    source: 'Vicente-Serrano et al. 2010; Beguería et al. 2014',
    certainty: 'published',
  },
  {
    id: 'forecast',
    zh: '预测',
    en: 'Forecast',
    formula: 'least MAE over 20 rolling origins; half width = ⌈(n+1)·level⌉-th smallest |error|',
    inputs: ['history (≥ 2 days)'],
    source: 'Hyndman and Athanasopoulos; Lei et al. 2018 (split conformal)',
    certainty: 'derived',
  },
  {
    id: 'gdd',
    zh: '生长积温',
    en: 'Growing degree-days',
    formula: 'Σ max(0, mean(Tmax, Tmin within base…upper) − base)',
    inputs: ['tmax', 'tmin', 'crop', 'plantDate'],
    source: 'McMaster and Wilhelm 1997; AquaCrop, method 3',
    certainty: 'published',
  },
  {
    id: 'disease-risk',
    zh: '病虫害风险',
    en: 'Disease and pest risk',
    formula: 'Hutton, Wallin, TOM-CAST, Broome, Gubler–Thomas, Magarey, De Wolf: by disease',
    inputs: ['t', 'rh or leaf wetness', 'rain', 'soilT'],
    source: 'named with each record; temperature and wetness windows of general handbooks',
    certainty: 'unverified',
  },
];
