import { classes } from '@farm3d/ui';

export interface PlanPictureProps {
  /** Where things stand: metres, x along the greenhouse, z across. */
  points: readonly { id: string; x: number; z: number }[];
  /** Read aloud; decoration when left out. */
  label?: string;
  className?: string;
}

/** Outline of the built-in greenhouse, metres: six bays of 4.1 m along x, 8 m across z. */
const LENGTH = 24.6;
const WIDTH = 8;
const BAYS = 6;
/** Ground shown around it. */
const MARGIN = 5;
/** A thing farther out is drawn at the edge. */
const REACH = { x: LENGTH / 2 + MARGIN - 0.8, z: WIDTH / 2 + MARGIN - 0.8 };

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));

/** The scene from above: the greenhouse with its bays and beds, a dot for each thing. */
export function PlanPicture({ points, label, className }: PlanPictureProps) {
  const bays = Array.from({ length: BAYS - 1 }, (_, index) => -LENGTH / 2 + ((index + 1) * LENGTH) / BAYS);
  const beds = [-2.9, -1.45, 1.45, 2.9];
  return (
    <svg
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      viewBox={`${-LENGTH / 2 - MARGIN} ${-WIDTH / 2 - MARGIN} ${LENGTH + 2 * MARGIN} ${WIDTH + 2 * MARGIN}`}
      preserveAspectRatio="xMidYMid slice"
      className={classes('block', className)}
    >
      <g stroke="var(--farm-leaf)" strokeOpacity="0.09" strokeWidth="0.5">
        {Array.from({ length: 13 }, (_, index) => (
          <path key={index} d={`M-40 ${-9 + index * 1.5}H40`} />
        ))}
      </g>
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
        {beds.map((z) => (
          <path key={z} d={`M${-LENGTH / 2 + 1.2} ${z}H${LENGTH / 2 - 1.2}`} strokeDasharray="0.1 1.02" />
        ))}
      </g>
      <g stroke="var(--farm-line-strong)" strokeWidth="0.07" strokeDasharray="0.4 0.35">
        {bays.map((x) => (
          <path key={x} d={`M${x} ${-WIDTH / 2}V${WIDTH / 2}`} />
        ))}
      </g>
      {points.map(({ id, x, z }) => (
        <g key={id} transform={`translate(${clamp(x, REACH.x)} ${clamp(z, REACH.z)})`}>
          <circle r="0.85" fill="var(--farm-water)" opacity="0.18" />
          <circle r="0.4" fill="var(--farm-water)" stroke="var(--farm-raised)" strokeWidth="0.12" />
        </g>
      ))}
    </svg>
  );
}
