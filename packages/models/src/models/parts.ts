import { PALETTE, type Colour } from '../kit/colour.ts';
import { box } from '../kit/box.ts';
import { merge, type Geometry } from '../kit/geometry.ts';
import { ball, cylinder, lathe } from '../kit/lathe.ts';
import { place } from '../kit/place.ts';
import { tube } from '../kit/tube.ts';
import type { Vec3 } from '../kit/vector.ts';
import { LABEL_NODE, LAMP_NODE, part, type ModelNode } from '../model.ts';

/** Pieces that several devices share, so that they look like one maker's. */

/** A geometry rotated, then translated. */
export const put = (
  geometry: Geometry,
  x: number,
  y: number,
  z: number,
  rotation: Vec3 = [0, 0, 0],
): Geometry => place(geometry, { at: [x, y, z], rotation });

/** A straight round bar. */
export const rod = (from: Vec3, to: Vec3, radius: number, colour: Colour, sides = 8): Geometry =>
  tube([from, to], radius, colour, { sides });

/** A ring of round bar about Y, `radius` metres to its middle. */
export const ring = (radius: number, bar: number, colour: Colour, steps = 20): Geometry =>
  tube(
    Array.from({ length: steps + 1 }, (_, i): Vec3 => {
      const a = (i / steps) * Math.PI * 2;
      return [Math.cos(a) * radius, 0, Math.sin(a) * radius];
    }),
    bar,
    colour,
    { sides: 5, caps: false },
  );

/** A cylinder along X, centred. */
export const drum = (radius: number, length: number, colour: Colour, segments = 18, bevel = 0): Geometry =>
  place(cylinder(radius, length, colour, { segments, bevel }), {
    at: [length / 2, 0, 0],
    rotation: [0, 0, Math.PI / 2],
  });

/** A cylinder along Z, centred. */
export const disc = (radius: number, length: number, colour: Colour, segments = 18, bevel = 0): Geometry =>
  place(cylinder(radius, length, colour, { segments, bevel }), {
    at: [0, 0, -length / 2],
    rotation: [Math.PI / 2, 0, 0],
  });

/** A pipe flange about X with six bolts, centred. */
export function flange(radius: number, thick: number, colour: Colour): { plate: Geometry; bolts: Geometry } {
  const bolts = Array.from({ length: 6 }, (_, i) => {
    const a = (i * Math.PI) / 3;
    return put(
      drum(radius * 0.1, thick * 2.4, PALETTE.galvanised, 6),
      0,
      Math.cos(a) * radius * 0.78,
      Math.sin(a) * radius * 0.78,
    );
  });
  return { plate: drum(radius, thick, colour, 18, thick * 0.2), bolts: merge(bolts) };
}

/** A round gauge whose face looks along +Z: case and face apart. */
export function gauge(radius: number): { metal: Geometry; painted: Geometry } {
  const depth = radius * 0.6;
  return {
    metal: disc(radius, depth, PALETTE.galvanised, 20, radius * 0.1),
    painted: merge([
      put(disc(radius * 0.86, 0.004, PALETTE.powderWhite, 20), 0, 0, depth / 2 + 0.001),
      put(
        box([radius * 0.1, radius * 0.72, 0.002], PALETTE.gaugeRed),
        -radius * 0.2,
        radius * 0.2,
        depth / 2 + 0.004,
        [0, 0, 0.7],
      ),
    ]),
  };
}

/** A small lamp facing along +Y at `at`; `radius` metres. */
export const lamp = (at: Vec3, radius = 0.016): ModelNode => ({
  name: LAMP_NODE,
  at,
  parts: [part('lamp', ball(radius, PALETTE.lampGreen, { segments: 12, rings: 4, from: 0 }))],
});

/** The empty over which the label floats. */
export const label = (height: number): ModelNode => ({ name: LABEL_NODE, at: [0, height, 0] });

/** A solar panel lying flat, facing +Y, centred: frame and cells apart, because they shine differently. */
export function solarPanel(
  width: number,
  depth: number,
  columns: number,
  rows: number,
): { frame: Geometry; cells: Geometry } {
  const thickness = 0.022;
  const rim = 0.012;
  const frame = box([width, thickness, depth], PALETTE.aluminium, 0.004);
  const cells: Geometry[] = [];
  const gap = 0.004;
  const cellWidth = (width - 2 * rim - gap * (columns - 1)) / columns;
  const cellDepth = (depth - 2 * rim - gap * (rows - 1)) / rows;
  cells.push(
    place(box([width - 2 * rim, 0.002, depth - 2 * rim], PALETTE.solarLine), {
      at: [0, thickness / 2 + 0.001, 0],
    }),
  );
  for (let c = 0; c < columns; c++)
    for (let r = 0; r < rows; r++)
      cells.push(
        place(box([cellWidth, 0.007, cellDepth], PALETTE.solarCell), {
          at: [
            -width / 2 + rim + cellWidth / 2 + c * (cellWidth + gap),
            thickness / 2 + 0.002,
            -depth / 2 + rim + cellDepth / 2 + r * (cellDepth + gap),
          ],
        }),
      );
  return { frame, cells: merge(cells) };
}

/** A powder-coated housing with its front toward +Z, an accent band, a door seam and cable glands below. */
export function enclosure(size: Vec3, accent: Colour): Geometry {
  const [w, h, d] = size;
  const bevel = Math.min(w, h, d) * 0.1;
  const parts = [
    box([w, h, d], PALETTE.powderWhite, bevel),
    place(box([w * 0.88, h * 0.88, 0.012], PALETTE.powderWhite, 0.005), { at: [0, 0, d / 2] }),
    place(box([w * 0.88, h * 0.14, 0.016], accent, 0.004), { at: [0, h * 0.3, d / 2 + 0.001] }),
    place(box([w * 0.03, h * 0.16, 0.014], PALETTE.graphite, 0.004), {
      at: [w * 0.38, -h * 0.1, d / 2 + 0.008],
    }),
  ];
  for (const x of [-0.24, 0, 0.24])
    parts.push(
      place(cylinder(w * 0.06, 0.026, PALETTE.graphite, { segments: 10, bevel: 0.004 }), {
        at: [x * w, -h / 2 - 0.022, 0],
      }),
    );
  return merge(parts);
}

/** A pole standing on the ground with a round foot plate and four bolts. */
export function pole(radius: number, height: number, foot: number): Geometry {
  const parts = [
    lathe(
      [
        [0, 0],
        [foot, 0],
        [foot, 0.008],
        [foot - 0.004, 0.012],
        [radius * 1.9, 0.014],
        [radius * 1.15, 0.06],
        [radius, 0.075],
        [radius, height - 0.006],
        [radius - 0.006, height],
        [0, height],
      ],
      PALETTE.galvanised,
      { segments: 20 },
    ),
  ];
  for (let i = 0; i < 4; i++) {
    const a = Math.PI / 4 + (i * Math.PI) / 2;
    parts.push(
      place(cylinder(0.011, 0.016, PALETTE.galvanisedDark, { segments: 6 }), {
        at: [Math.cos(a) * foot * 0.74, 0.012, Math.sin(a) * foot * 0.74],
      }),
    );
  }
  return merge(parts);
}

/** A concrete pad, its top `height` above the ground and its foot below it. */
export const pad = (width: number, height = 0.05, depth = width): Geometry =>
  place(box([width, height + 0.05, depth], PALETTE.concrete, 0.012), { at: [0, (height - 0.05) / 2, 0] });

/** A strap around a pole at a height. */
export const strap = (radius: number, y: number): Geometry =>
  place(cylinder(radius, 0.03, PALETTE.galvanisedDark, { segments: 16, bevel: 0.004 }), {
    at: [0, y - 0.015, 0],
  });
