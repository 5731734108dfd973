/** How sure a number is. */
export type Certainty =
  /** Read in the named source. */
  | 'published'
  /** Computed from published numbers as described in the note or the source. */
  | 'derived'
  /** Common knowledge of the field or remembered; the text was not at hand to confirm it. */
  | 'unverified'
  /** Our own choice without a source. */
  | 'assumed'
  /** Entered by the organisation; its source is in `note`. */
  | 'entered';

/** Where the numbers of the tables come from. */
export const SOURCES = {
  'fao56-t11': 'FAO Irrigation and Drainage Paper 56 (Allen et al. 1998), table 11: stage lengths',
  'fao56-t12': 'FAO Irrigation and Drainage Paper 56, table 12: crop coefficients and heights',
  'fao56-t17': 'FAO Irrigation and Drainage Paper 56, table 17: basal crop coefficients (middle of a range)',
  'fao56-t19': 'FAO Irrigation and Drainage Paper 56, table 19: soil water by texture (middle of the range)',
  'fao56-t23': 'FAO Irrigation and Drainage Paper 56, table 23: salt tolerance',
  'fao56-t22': 'FAO Irrigation and Drainage Paper 56, table 22: root depth and depletion fraction',
  aquacrop: 'AquaCrop crop parameters as held in AquaCrop-OSPy (GDD method 3)',
  wofost: 'WOFOST crop parameters (temperature sums)',
  'fao-training-4': 'FAO Irrigation Water Management training manual 4: application efficiencies',
  'gbt-32136': 'GB/T 32136-2015 Grade of agricultural drought',
  'gbt-20481': 'GB/T 20481 Grades of meteorological drought (2006 and 2017)',
  wmo: 'WMO code table 4677, present weather, names as forecast services use them',
  magarey: 'Magarey, Sutton and Thayer 2005, a generic infection model for foliar fungi',
  handbooks: 'general plant protection handbooks',
  ours: 'farm3d',
  organisation: 'entered by the organisation',
} as const satisfies Record<string, string>;

export type SourceId = keyof typeof SOURCES;

/** A number (or a few that belong together) with where it comes from and how sure it is. */
export interface Sourced<T> {
  readonly value: T;
  readonly from: SourceId;
  readonly certainty: Certainty;
  /** Note on an entered value. */
  readonly note?: string;
}

/** `sourced(0.4, 'fao56-t22', 'published')` */
export function sourced<const T>(value: T, from: SourceId, certainty: Certainty): Sourced<T> {
  return { value, from, certainty };
}
