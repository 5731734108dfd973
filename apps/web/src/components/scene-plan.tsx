import type { Scene } from '@farm3d/api';
import { classes } from '@farm3d/ui';

interface ScenePlanProps {
  /** Positions of objects: metres, x along the greenhouse, z across. */
  points: readonly { id: string; x: number; z: number }[];
  /** Greenhouses side by side, each 8 m across z. Default 1. */
  spans?: number;
  /** Accessible name. Default: decoration. */
  label?: string;
  className?: string;
}

/** Base models that are three greenhouses side by side. */
const THREE_SPANS = /\/(demo-farm|multi-span)\.glb$/;

/** What the plan of a scene shows: its greenhouses, and its own objects. */
export function planOf({
  type,
  baseModelPath,
  layout,
}: Pick<Scene, 'type' | 'baseModelPath' | 'layout'>): Pick<ScenePlanProps, 'spans' | 'points'> {
  return {
    // A plot is open ground with the greenhouses that stand on it.
    spans: type === 'plot' && baseModelPath === null ? 0 : THREE_SPANS.test(baseModelPath ?? '') ? 3 : 1,
    points: [...layout.childScenes, ...layout.equipment.filter(({ parentId }) => parentId === null)].map(
      ({ id, position }) => ({ id, x: position.x, z: position.z }),
    ),
  };
}

/** Outline of the built-in greenhouse, metres: six bays of 4.1 m along x, 8 m across z. */
const LENGTH = 24.6;
const WIDTH = 8;
const BAYS = 6;
/** Rows of plants across a span, from its middle. */
const BEDS = [-2.9, -1.45, 1.45, 2.9];
/** Ground shown around everything. */
const MARGIN = 3;
/** An object farther out is drawn at the edge, metres. */
const MAX_DISTANCE = 45;
/** Distance of the stripes of the meadow, metres. */
const STRIPE = 2;
/** Radius of a dot as a fraction of the height (of the width for wider plans). */
const DOT = 0.018;
const TILE_ASPECT = 2;

const clamp = (value: number) => Math.min(MAX_DISTANCE, Math.max(-MAX_DISTANCE, value));

/** Plan of a scene from above: greenhouse, beds, and a dot for each object. */
export function ScenePlan({ points, spans = 1, label, className }: ScenePlanProps) {
  const half = (WIDTH * spans) / 2;
  const dots = points.map(({ id, x, z }) => ({ id, x: clamp(x), z: clamp(z) }));
  const [west, east] = extent([-LENGTH / 2, LENGTH / 2, ...dots.map(({ x }) => x)]);
  const [north, south] = extent([-half, half, ...dots.map(({ z }) => z)]);
  const width = east - west;
  const dot = Math.max(south - north, width / TILE_ASPECT) * DOT;
  const bays = Array.from({ length: BAYS - 1 }, (_, index) => -LENGTH / 2 + ((index + 1) * LENGTH) / BAYS);
  const middles = Array.from({ length: spans }, (_, index) => (index + 0.5) * WIDTH - half);
  return (
    <svg
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      viewBox={`${west} ${north} ${width} ${south - north}`}
      className={classes('block', className)}
    >
      {/* The meadow extends beyond the view box, for wider or higher tiles. */}
      <g stroke="var(--farm-leaf)" strokeOpacity="0.09" strokeWidth={STRIPE / 3}>
        {Array.from({ length: 121 }, (_, index) => (
          <path key={index} d={`M-400 ${(index - 60) * STRIPE}H400`} />
        ))}
      </g>
      {middles.map((z) => (
        <g key={z} transform={`translate(0 ${z})`}>
          <rect
            x={-LENGTH / 2}
            y={-WIDTH / 2}
            width={LENGTH}
            height={WIDTH}
            rx="0.5"
            fill="var(--farm-raised)"
            stroke="var(--farm-line-strong)"
            strokeWidth="0.16"
          />
          <g stroke="var(--farm-leaf)" strokeOpacity="0.4" strokeWidth="0.62" strokeLinecap="round">
            {BEDS.map((bed) => (
              <path
                key={bed}
                d={`M${-LENGTH / 2 + 1.2} ${bed}H${LENGTH / 2 - 1.2}`}
                strokeDasharray="0.1 1.02"
              />
            ))}
          </g>
          <g stroke="var(--farm-line-strong)" strokeWidth="0.07" strokeDasharray="0.4 0.35">
            {bays.map((x) => (
              <path key={x} d={`M${x} ${-WIDTH / 2}V${WIDTH / 2}`} />
            ))}
          </g>
        </g>
      ))}
      {dots.map(({ id, x, z }) => (
        <g key={id} transform={`translate(${x} ${z}) scale(${dot})`}>
          <circle r="2" fill="var(--farm-water)" opacity="0.18" />
          <circle r="1" fill="var(--farm-water)" stroke="var(--farm-raised)" strokeWidth="0.3" />
        </g>
      ))}
    </svg>
  );
}

function extent(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values) - MARGIN, Math.max(...values) + MARGIN];
}
