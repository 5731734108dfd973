import type { Colour } from './colour.ts';
import { detail, thinned } from './detail.ts';
import { GeometryBuilder, type Geometry } from './geometry.ts';
import type { Vec2 } from './vector.ts';

/** Profile corners sharper than this stay hard. */
const CREASE = Math.PI / 5;

export interface LatheOptions {
  /** Sides of the full turn. Default 16. */
  segments?: number;
  /** One colour for each profile segment instead of one for all. */
  colours?: readonly Colour[];
}

/**
 * Turns a profile about the Y axis. The profile is a list of [radius, height] walked so that the outside
 * is on its right: up the outer wall. Start and end at radius 0 to close it.
 */
export function lathe(profile: readonly Vec2[], colour: Colour, options: LatheOptions = {}): Geometry {
  const segments = thinned(options.segments ?? 16, 5);
  const builder = new GeometryBuilder();
  const angles = profile.slice(1).map(([r, y], i) => {
    const [r0, y0] = profile[i]!;
    return Math.atan2(r0 - r, y - y0);
  });
  const count = angles.length;
  /** The normal's slope at a segment's end: shared with the neighbour across a soft corner. */
  const slope = (segment: number, neighbour: number): number => {
    const own = angles[segment]!;
    const other = angles[neighbour];
    if (other === undefined) return own;
    const turn = Math.atan2(Math.sin(other - own), Math.cos(other - own));
    return Math.abs(turn) < CREASE ? own + turn / 2 : own;
  };
  for (let s = 0; s < count; s++) {
    const paint = options.colours?.[s] ?? colour;
    const ring = (point: Vec2, angle: number): number[] =>
      Array.from({ length: segments + 1 }, (_, i) => {
        const a = (i / segments) * Math.PI * 2;
        const [c, sn] = [Math.cos(a), Math.sin(a)];
        const nr = Math.cos(angle);
        return builder.vertex(
          [point[0] * c, point[1], point[0] * sn],
          [nr * c, Math.sin(angle), nr * sn],
          paint,
        );
      });
    const low = ring(profile[s]!, slope(s, s - 1));
    const high = ring(profile[s + 1]!, slope(s, s + 1));
    for (let i = 0; i < segments; i++) {
      const [a, b, c, d] = [low[i]!, high[i]!, high[i + 1]!, low[i + 1]!];
      if (profile[s]![0] < 1e-9) builder.triangle(a, b, c);
      else if (profile[s + 1]![0] < 1e-9) builder.triangle(a, b, d);
      else builder.quad(a, b, c, d);
    }
  }
  return builder.build();
}

/** An upright cylinder standing on y = 0, with chamfered rims when `bevel` is given. */
export function cylinder(
  radius: number,
  height: number,
  colour: Colour,
  { segments = 16, bevel = 0, top = radius }: { segments?: number; bevel?: number; top?: number } = {},
): Geometry {
  const profile: Vec2[] =
    bevel > 0 && detail().hasBevels
      ? [
          [0, 0],
          [radius - bevel, 0],
          [radius, bevel],
          [top, height - bevel],
          [top - bevel, height],
          [0, height],
        ]
      : [
          [0, 0],
          [radius, 0],
          [top, height],
          [0, height],
        ];
  return lathe(profile, colour, { segments });
}

/** A slice of a ball about the origin, from one latitude to another (radians, −π/2 … π/2). */
export function ball(
  radius: number,
  colour: Colour,
  { segments = 16, rings = 8, from = -Math.PI / 2, to = Math.PI / 2 } = {},
): Geometry {
  const steps = thinned(rings, 2);
  const profile = Array.from({ length: steps + 1 }, (_, i): Vec2 => {
    const latitude = from + ((to - from) * i) / steps;
    return [Math.max(0, radius * Math.cos(latitude)), radius * Math.sin(latitude)];
  });
  return lathe(profile, colour, { segments });
}
