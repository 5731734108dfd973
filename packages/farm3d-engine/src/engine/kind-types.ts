import type { ModelLevelSource } from './model-levels.ts';

/** A range of a reading and the colour of devices in it. */
export interface KindThreshold {
  /** Least value of the range. Default: no least value. */
  readonly from?: number;
  /** The range ends before this value. Default: no end. */
  readonly below?: number;
  /** CSS colour of the value on the label, and of the light around the device. */
  readonly color: string;
}

/** How a numeric reading is shown. */
export interface KindReading {
  /** Unit after the number. Default none. */
  readonly unit?: string;
  /** Decimal places, 0 … 6. Default 1. */
  readonly digits?: number;
  /** Ranges with a colour; the first that contains the value counts. Default none. */
  readonly thresholds?: readonly KindThreshold[];
}

/** A kind of device: its model, and how readings become label and colour. */
export interface DeviceKind {
  /** Name of devices that have none. Default: the key of the kind. */
  readonly name?: string;
  /** Path of the model; null: the fallback model. */
  readonly model: string | null;
  /** Simpler models. Default: those of {@link FarmViewerOptions.levels}. */
  readonly levels?: readonly ModelLevelSource[];
  /** Template of the value on the label: `{key}` is the reading with its unit. Default: all readings. */
  readonly label?: string;
  /** Readings by key; the first one in a range with a colour colours the device. Default: none is shown. */
  readonly states?: Readonly<Record<string, KindReading>>;
}

export type KindValues = Readonly<Record<string, number>>;
