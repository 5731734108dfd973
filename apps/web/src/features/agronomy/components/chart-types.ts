/** Names of the screens' colours, so that a chart follows the theme; or a plain `#rrggbb`. */
export type ChartColour = 'leaf' | 'water' | 'amber' | 'alarm' | 'ink-3' | `#${string}`;

interface ChartLine {
  readonly label: string;
  readonly colour: ChartColour;
  /** One value for each time; null: gap. */
  readonly values: readonly (number | null)[];
  /** Dashed: expected values. */
  readonly dashed?: boolean;
  /** A gradient under it: the main series only. */
  readonly filled?: boolean;
  /** Bars instead of a line. */
  readonly bars?: boolean;
}

interface ChartBand {
  readonly label: string;
  readonly colour: ChartColour;
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

export interface ChartThreshold {
  readonly value: number;
  readonly label: string;
  readonly colour: ChartColour;
}

export interface ChartProps {
  /** Name for screen readers. */
  readonly label: string;
  /** Epoch milliseconds, rising. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly bands?: readonly ChartBand[];
  readonly thresholds?: readonly ChartThreshold[];
  readonly unit: string;
  /** Decimals of a reading. Default 1. */
  readonly digits?: number;
  /** Days on the axis instead of hours. */
  readonly daily?: boolean;
  /** Bounds that the axis includes. */
  readonly min?: number;
  readonly max?: number;
  /** rem. Default 14. */
  readonly height?: number;
  readonly testId?: string;
}
