import { blend, type Colour } from './colour.ts';
import { GeometryBuilder, type Geometry } from './geometry.ts';
import {
  ribAt,
  softNormal,
  type Board,
  type Flower,
  type Fruit,
  type Leaf,
  type Stem,
} from './plant-parts.ts';
import { add, cross, dot, mix, normalize, scale, subtract, type Vec3 } from './vector.ts';

/** Light that reaches the heart of a plant, of the light outside: painted in, because no shadow is that fine. */
const HEART = 0.5;
/** A leaf's mean width over its widest, as its ribbon is drawn. */
const RIBBON_WIDTH = 0.86;

/** Turns the parts into triangles that face up or out, and paints shade into the heart of the plant. */
export class PlantCanvas {
  readonly #positions: Vec3[] = [];
  readonly #normals: Vec3[] = [];
  readonly #colours: Colour[] = [];
  readonly #triangles: [number, number, number][] = [];

  #vertex(position: Vec3, normal: Vec3, colour: Colour): number {
    this.#normals.push(normal);
    this.#colours.push(colour);
    return this.#positions.push(position) - 1;
  }

  #triangle(a: number, b: number, c: number): void {
    const [pa, pb, pc] = [this.#positions[a]!, this.#positions[b]!, this.#positions[c]!];
    const facing = cross(subtract(pb, pa), subtract(pc, pa));
    // The lit side is the front: three turns the normal of what it sees from behind.
    if (dot(facing, add(add(this.#normals[a]!, this.#normals[b]!), this.#normals[c]!)) < 0)
      this.#triangles.push([a, c, b]);
    else this.#triangles.push([a, b, c]);
  }

  leaf(leaf: Leaf): void {
    const { width, shape, dark, light } = leaf;
    const [fold, wave] = [leaf.fold ?? 0.15, leaf.wave ?? 0];
    const edge = (t: number, across: number, ruffle: number): number => {
      const { point, up, side } = ribAt(leaf, t);
      const p = add(
        add(point, scale(side, across * width * 0.5)),
        scale(up, (fold + ruffle) * Math.abs(across) * width),
      );
      return this.#vertex(
        p,
        softNormal(leaf, up, Math.sign(across)),
        blend(blend(dark, light, 0.75), light, t),
      );
    };
    const rib = (t: number): number => {
      const { point, up } = ribAt(leaf, t);
      return this.#vertex(point, softNormal(leaf, up, 0), blend(dark, light, t * 0.45));
    };
    if ('rim' in shape) {
      const hub = rib(shape.hub);
      for (const half of [-1, 1]) {
        const rim = shape.rim.map(([t, across], i) => edge(t, across * half, i % 2 === 0 ? wave : -wave));
        for (let i = 1; i < rim.length; i++) this.#triangle(hub, rim[i - 1]!, rim[i]!);
      }
      return;
    }
    const ribs = shape.stations.map(([t]) => rib(t));
    for (const half of [-1, 1]) {
      const rim = shape.stations.map(([t, w], i) =>
        w === 0 ? ribs[i]! : edge(t, w * half, i % 2 === 0 ? wave : -wave),
      );
      for (let i = 1; i < rim.length; i++) {
        const [a, b, c, d] = [ribs[i - 1]!, ribs[i]!, rim[i]!, rim[i - 1]!];
        if (b !== c) this.#triangle(a, b, c);
        if (a !== d) this.#triangle(a, c, d);
      }
    }
  }

  board({ corners, colour }: Board): void {
    const [a, b, c] = corners;
    const facing = normalize(cross(subtract(b, a), subtract(c, a)));
    const [p, q, r, s] = corners.map((corner) => this.#vertex(corner, facing, colour));
    this.#triangle(p!, q!, r!);
    this.#triangle(p!, r!, s!);
  }

  stem({ path, radius, colour, taper = 0.6, sides = 3 }: Stem): void {
    const rings = path.map((point, i) => {
      const r = radius * mix(1, taper, i / (path.length - 1));
      const along = normalize(subtract(path[Math.min(i + 1, path.length - 1)]!, path[Math.max(i - 1, 0)]!));
      const across = normalize(cross(along, Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0.3]));
      const other = cross(along, across);
      return Array.from({ length: sides }, (_, s) => {
        const a = (s / sides) * Math.PI * 2;
        const n = add(scale(across, Math.cos(a)), scale(other, Math.sin(a)));
        return this.#vertex(add(point, scale(n, r)), normalize(add(n, [0, 0.4, 0])), colour);
      });
    });
    for (let r = 1; r < rings.length; r++)
      for (let s = 0; s < (sides === 2 ? 1 : sides); s++) {
        const [low, high, next] = [rings[r - 1]!, rings[r]!, (s + 1) % sides];
        this.#triangle(low[s]!, low[next]!, high[next]!);
        this.#triangle(low[s]!, high[next]!, high[s]!);
      }
  }

  fruit({ at, along, length, radius, profile, from, to, sides = 5 }: Fruit): void {
    const axis = normalize(along);
    const across = normalize(cross(axis, Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
    const other = cross(axis, across);
    const last = profile.length - 1;
    const rings = profile.map((r, i) => {
      const t = i / last;
      const centre = add(at, scale(axis, length * t));
      const colour = blend(from, to, t);
      if (r === 0) return [this.#vertex(centre, scale(axis, i === 0 ? -1 : 1), colour)];
      const slope = (profile[Math.min(i + 1, last)]! - profile[Math.max(i - 1, 0)]!) * radius;
      return Array.from({ length: sides }, (_, s) => {
        const a = (s / sides) * Math.PI * 2;
        const n = add(scale(across, Math.cos(a)), scale(other, Math.sin(a)));
        const lean = scale(axis, -slope / Math.max(0.001, length * (2 / last)));
        return this.#vertex(add(centre, scale(n, radius * r)), normalize(add(n, lean)), colour);
      });
    });
    for (let i = 1; i < rings.length; i++) {
      const [low, high] = [rings[i - 1]!, rings[i]!];
      for (let s = 0; s < sides; s++) {
        const next = (s + 1) % sides;
        if (low.length === 1) this.#triangle(low[0]!, high[s]!, high[next]!);
        else if (high.length === 1) this.#triangle(low[s]!, low[next]!, high[0]!);
        else {
          this.#triangle(low[s]!, low[next]!, high[next]!);
          this.#triangle(low[s]!, high[next]!, high[s]!);
        }
      }
    }
  }

  flower({ at, facing, radius, petals, colour, centre }: Flower): void {
    const axis = normalize(facing);
    const across = normalize(cross(axis, Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
    const other = cross(axis, across);
    const middle = this.#vertex(add(at, scale(axis, radius * 0.05)), axis, centre);
    const rim = (turn: number, r: number, lift: number): number => {
      const a = turn * Math.PI * 2;
      const way = add(scale(across, Math.cos(a) * r), scale(other, Math.sin(a) * r));
      return this.#vertex(add(add(at, way), scale(axis, lift)), normalize(add(axis, [0, 0.3, 0])), colour);
    };
    for (let i = 0; i < petals; i++) {
      const [l, r] = [
        rim((i - 0.42) / petals, radius, radius * 0.3),
        rim((i + 0.42) / petals, radius, radius * 0.3),
      ];
      this.#triangle(middle, l, r);
    }
  }

  /** A leaf as a flat ribbon that bends `bends` times: two triangles for each, and its arch stays. */
  ribbon(leaf: Leaf, bends: number, widened: number): void {
    const { width, dark, light } = leaf;
    const half = 0.5 * RIBBON_WIDTH * width * widened;
    const at = (t: number, across: number): number => {
      const { point, up, side } = ribAt(leaf, t);
      return this.#vertex(
        add(point, scale(side, across * half)),
        softNormal(leaf, up, across),
        blend(dark, light, 0.3 + 0.6 * t),
      );
    };
    let [left, right] = [at(0, 0), -1];
    for (let i = 1; i <= bends; i++) {
      const t = (i - 0.1) / (bends + 0.8);
      const [l, r] = [at(t, -1), at(t, 1)];
      this.#triangle(left, l, r);
      if (right >= 0) this.#triangle(left, r, right);
      [left, right] = [l, r];
    }
    this.#triangle(left, at(1, 0), right);
  }

  /** A stem as one upright triangle from its foot, or two that cross. */
  spike({ path, radius, colour }: Stem, isCrossed: boolean, widened: number): void {
    const [foot, top] = [path[0]!, path.at(-1)!];
    const along = normalize(subtract(top, foot));
    const across = normalize(cross(along, [Math.cos(foot[0] * 91), 0.01, Math.sin(foot[0] * 91)]));
    for (const way of isCrossed ? [across, cross(along, across)] : [across]) {
      const side = scale(way, radius * widened);
      const normal = normalize(add(cross(along, way), [0, 0.4, 0]));
      const [p, q, r] = [add(foot, side), subtract(foot, side), top].map((point) =>
        this.#vertex(point, normal, colour),
      );
      this.#triangle(p!, q!, r!);
    }
  }

  /** A fruit as a flat kite. */
  kite({ at, along, length, radius, profile, from, to }: Fruit, widened: number): void {
    const axis = normalize(along);
    const across = normalize(cross(axis, [Math.cos(at[1] * 57), 0.2, Math.sin(at[1] * 57)]));
    const side = scale(across, radius * Math.max(...profile) * widened);
    const normal = normalize(add(cross(axis, across), [0, 0.4, 0]));
    const middle = add(at, scale(axis, length * 0.45));
    const [low, left, high, right] = [
      [at, from] as const,
      [add(middle, side), blend(from, to, 0.5)] as const,
      [add(at, scale(axis, length)), to] as const,
      [subtract(middle, side), blend(from, to, 0.5)] as const,
    ].map(([point, colour]) => this.#vertex(point, normal, colour));
    this.#triangle(low!, left!, high!);
    this.#triangle(low!, high!, right!);
  }

  build(): Geometry {
    const top = Math.max(...this.#positions.map(([, y]) => y), 0.01);
    const reach = Math.max(...this.#positions.map(([x, , z]) => Math.hypot(x, z)), 0.01);
    const builder = new GeometryBuilder();
    this.#positions.forEach((p, i) => {
      const openness = Math.min(1, 0.65 * (Math.hypot(p[0], p[2]) / reach) + 0.55 * (p[1] / top));
      builder.vertex(p, this.#normals[i]!, scale(this.#colours[i]!, mix(HEART, 1, openness)));
    });
    for (const triangle of this.#triangles) builder.triangle(...triangle);
    return builder.build();
  }
}
