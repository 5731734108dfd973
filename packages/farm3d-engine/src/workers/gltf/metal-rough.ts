export type Rgb = readonly [number, number, number];

/** Reflectance of a dielectric. */
const DIELECTRIC = 0.04;
const EPSILON = 1e-6;

const times = (rgb: Rgb, factor: number): Rgb => [rgb[0] * factor, rgb[1] * factor, rgb[2] * factor];
const luminance = ([r, g, b]: Rgb) => Math.sqrt(0.299 * r * r + 0.587 * g * g + 0.114 * b * b);

/**
 * Base colour and metalness that look like a diffuse and a specular colour (linear RGB): the conversion of Khronos, in the
 * appendix of KHR_materials_pbrSpecularGlossiness.
 */
export function metalRoughOf(
  diffuse: Rgb,
  specular: Rgb,
): { readonly color: Rgb; readonly metalness: number } {
  const rest = 1 - Math.max(...specular);
  const metalness = metalnessOf(luminance(diffuse), luminance(specular), rest);
  const plain = times(diffuse, rest / (1 - DIELECTRIC) / Math.max(1 - metalness, EPSILON));
  const shiny = times(
    [0, 1, 2].map((c) => specular[c]! - DIELECTRIC * (1 - metalness)) as unknown as Rgb,
    1 / Math.max(metalness, EPSILON),
  );
  const share = metalness * metalness;
  const color = [0, 1, 2].map((c) =>
    Math.min(1, Math.max(0, plain[c]! * (1 - share) + shiny[c]! * share)),
  ) as unknown as Rgb;
  return { color, metalness };
}

/** Solves the equation of both models' brightness. */
function metalnessOf(diffuse: number, specular: number, rest: number): number {
  if (specular < DIELECTRIC) return 0;
  const b = (diffuse * rest) / (1 - DIELECTRIC) + specular - 2 * DIELECTRIC;
  const c = DIELECTRIC - specular;
  const root = Math.sqrt(Math.max(b * b - 4 * DIELECTRIC * c, 0));
  return Math.min(1, Math.max(0, (root - b) / (2 * DIELECTRIC)));
}
