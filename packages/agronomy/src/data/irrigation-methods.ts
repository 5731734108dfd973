import { type Sourced, sourced } from './sources.ts';

export type IrrigationMethodId = 'surface' | 'sprinkler' | 'drip';

export interface IrrigationMethod {
  readonly id: IrrigationMethodId;
  readonly zh: string;
  readonly en: string;
  /** Share of the water applied that reaches the roots. */
  readonly efficiency: Sourced<number>;
  /** Share of the surface that is wetted. FAO-56 table 20. */
  readonly wettedShare: Sourced<number>;
}

export const IRRIGATION_METHODS: readonly IrrigationMethod[] = [
  {
    id: 'surface',
    zh: '地面灌溉',
    en: 'Surface',
    efficiency: sourced(0.6, 'fao-training-4', 'unverified'),
    wettedShare: sourced(1, 'ours', 'assumed'),
  },
  {
    id: 'sprinkler',
    zh: '喷灌',
    en: 'Sprinkler',
    efficiency: sourced(0.75, 'fao-training-4', 'unverified'),
    wettedShare: sourced(1, 'ours', 'assumed'),
  },
  {
    id: 'drip',
    zh: '滴灌',
    en: 'Drip',
    efficiency: sourced(0.9, 'fao-training-4', 'unverified'),
    wettedShare: sourced(0.4, 'ours', 'assumed'),
  },
];

/** The method of an id, or undefined. */
export function findIrrigationMethod(
  id: string | null | undefined,
  methods: readonly IrrigationMethod[] = IRRIGATION_METHODS,
): IrrigationMethod | undefined {
  return methods.find((method) => method.id === id);
}
