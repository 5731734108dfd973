import type { Vec2, Vec3 } from '../../kit/vector.ts';

/** One bay along X, metres; six of them. Spec §12: rolling film 6 clones 4.1 apart. */
export const BAY = 4.1;
const BAYS = 6;
export const LENGTH = BAY * BAYS;
/** Half the span, metres: the side walls stand at z = ±HALF_WIDTH. */
export const HALF_WIDTH = 4;
/** The wall is upright to here, then the arch begins. */
export const EAVE = 1.8;
const RIDGE = 4;
/** Two ribs a bay. */
export const RIB_SPACING = BAY / 2;
export const RIBS = BAYS * 2 + 1;
/** The skirt of fixed film below the rolling film ends here. */
export const SKIRT = 0.46;
/** Top of the foundation wall. */
export const CURB = 0.22;

export const ribX = (i: number): number => -LENGTH / 2 + i * RIB_SPACING;

/** A point of the arch: t = 0 at the eave toward −Z, 1 at the eave toward +Z; `out` metres outside it. */
export function arch(t: number, out = 0): { y: number; z: number } {
  const angle = Math.PI * (1 - t);
  return {
    y: EAVE + (RIDGE - EAVE + out) * Math.sin(angle),
    z: (HALF_WIDTH + out) * Math.cos(angle),
  };
}

/** The half width of the section at a height. */
export const widthAt = (y: number): number =>
  y <= EAVE ? HALF_WIDTH : HALF_WIDTH * Math.sqrt(Math.max(0, 1 - ((y - EAVE) / (RIDGE - EAVE)) ** 2));

/** The section's outline from the ground at −Z over the ridge to the ground at +Z, at one x. */
export function section(x: number, segments: number, foot = 0): Vec3[] {
  const over = Array.from({ length: segments + 1 }, (_, i): Vec3 => {
    const { y, z } = arch(i / segments);
    return [x, y, z];
  });
  return [[x, foot, -HALF_WIDTH], ...over, [x, foot, HALF_WIDTH]];
}

/** The gable's outline seen from its outside with the door cut out, counter-clockwise, [across, up]. */
export function gableOutline(foot: number, door?: { half: number; top: number }): Vec2[] {
  const over = Array.from({ length: 37 }, (_, i): Vec2 => {
    const { y, z } = arch(1 - i / 36);
    return [z, y];
  });
  const notch: Vec2[] = door
    ? [
        [-door.half, foot],
        [-door.half, door.top],
        [door.half, door.top],
        [door.half, foot],
      ]
    : [];
  return [[HALF_WIDTH, foot], ...over, [-HALF_WIDTH, foot], ...notch];
}
