/** Names of the screens' colours, so that a chart follows the theme; or a plain `#rrggbb`. */
export type ChartColour = 'leaf' | 'water' | 'amber' | 'alarm' | 'ink-3' | `#${string}`;

/** Colours of the lines of a chart, told apart also by people who see few colours. */
export const SERIES_COLOURS: readonly ChartColour[] = [
  'leaf',
  'water',
  'amber',
  'alarm',
  '#7a4fb5',
  '#00807a',
];

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

/** A time in which something was the case, epoch milliseconds. */
export interface ChartShade {
  readonly from: number;
  readonly to: number;
}

export interface ChartProps {
  /** Name for screen readers. */
  readonly label: string;
  /** Epoch milliseconds, rising. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly bands?: readonly ChartBand[];
  readonly thresholds?: readonly ChartThreshold[];
  /** Instants marked at the upper edge, epoch milliseconds: values that no line shows. */
  readonly marks?: readonly number[];
  /** Times shaded in the colour of alarms. Default none. */
  readonly shades?: readonly ChartShade[];
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
  /** A range was selected by dragging, epoch milliseconds. Default: nothing can be selected. */
  readonly onZoom?: (range: readonly [from: number, to: number]) => void;
}
