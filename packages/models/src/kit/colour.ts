import { mix3, type Vec3 } from './vector.ts';

/** Linear red, green, blue, 0–1: what glTF vertex colours hold. */
export type Colour = Vec3;

const toLinear = (byte: number): number => {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

/** Reads `#rrggbb` as sRGB and returns it linear. */
export function srgb(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [toLinear((value >> 16) & 255), toLinear((value >> 8) & 255), toLinear(value & 255)];
}

export const blend = (a: Colour, b: Colour, t: number): Colour => mix3(a, b, t);

/** The colours of every model: no black, no pure white, no saturated plastic. */
export const PALETTE = {
  powderWhite: srgb('#e9ebe6'),
  powderGrey: srgb('#c3c8c6'),
  graphite: srgb('#3d4448'),
  rubber: srgb('#2b2e30'),
  cable: srgb('#33373a'),
  galvanised: srgb('#b9c0c4'),
  galvanisedDark: srgb('#8d959a'),
  aluminium: srgb('#cfd3d4'),
  brass: srgb('#b08d4a'),
  concrete: srgb('#b4b1a8'),
  concreteDark: srgb('#8f8c84'),
  soilDry: srgb('#6b5341'),
  soilMid: srgb('#574230'),
  soilWet: srgb('#38291e'),
  leafDark: srgb('#3d7429'),
  leafMid: srgb('#589531'),
  leafLight: srgb('#84b546'),
  leafYoung: srgb('#a8ca62'),
  leafRed: srgb('#78303f'),
  leafRedLight: srgb('#a14f5a'),
  stem: srgb('#7d8f4c'),
  tomatoRed: srgb('#b8412c'),
  tomatoOrange: srgb('#c9803a'),
  tomatoGreen: srgb('#8ba24f'),
  film: srgb('#eef4f2'),
  filmSkirt: srgb('#dfe6e2'),
  pipeBlue: srgb('#5b7f9b'),
  pvcGrey: srgb('#8d979c'),
  dripBlack: srgb('#26282a'),
  solarCell: srgb('#1d2a44'),
  solarLine: srgb('#6d7c94'),
  waterBlue: srgb('#2f7fb5'),
  climateAmber: srgb('#d9962e'),
  lampGreen: srgb('#58d68a'),
  lens: srgb('#15181c'),
  padBrown: srgb('#8a6a48'),
  lightViolet: srgb('#8467b8'),
  powerOrange: srgb('#d2702c'),
  powerOrangeDark: srgb('#a9571f'),
  castIron: srgb('#5d676d'),
  ultraviolet: srgb('#a9a2ea'),
  growPink: srgb('#e2a6d6'),
  displayGreen: srgb('#a9c9b4'),
  pixelOff: srgb('#1c2022'),
  pixelAmber: srgb('#ff9a3c'),
  pixelGreen: srgb('#6fdc6a'),
  gaugeRed: srgb('#b8412c'),
  copper: srgb('#a8683c'),
  straw: srgb('#c9ab62'),
  strawDark: srgb('#9a7d42'),
  grain: srgb('#d8b45a'),
  leafYellow: srgb('#b9ac4a'),
  leafBrown: srgb('#8a6c40'),
  leafBlue: srgb('#4d7a52'),
  petalWhite: srgb('#f0efe6'),
  petalYellow: srgb('#e8c63a'),
  petalViolet: srgb('#8d6bb4'),
  petalPink: srgb('#d58aa0'),
  cucumberGreen: srgb('#3f6b2b'),
  cucumberLight: srgb('#7ba34a'),
  pepperRed: srgb('#b5281f'),
  berryRed: srgb('#c22a2e'),
  berryPale: srgb('#d9dca8'),
  aubergine: srgb('#3a2145'),
  aubergineLight: srgb('#6a4478'),
  lint: srgb('#f1efe8'),
  podGreen: srgb('#86a050'),
  podBrown: srgb('#a98452'),
  tuber: srgb('#c2a06a'),
  kernel: srgb('#e3b43c'),
  husk: srgb('#93ad55'),
  silk: srgb('#a4603a'),
  crate: srgb('#4f7f9a'),
  netBlack: srgb('#2c3330'),
} as const satisfies Record<string, Colour>;
