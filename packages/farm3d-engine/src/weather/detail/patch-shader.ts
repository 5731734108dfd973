import { type IUniform, ShaderChunk } from 'three';
import { AIR_FOG, AIR_LIGHT, AIR_PARS } from './air-paint.ts';
import { GRASS_COLOR, GROUND_NORMAL, GROUND_PAINT, GROUND_PARS, GROUND_SHINE } from './ground-paint.ts';
import {
  BLADE_COLOR,
  BLADE_PARS,
  BLADE_VERTEX_PARS,
  FILM_LIGHT,
  GRASS_PLACE,
  LEAF_LIGHT,
  LEAF_NORMAL,
  PLANT_COLOR,
  PLANT_LIGHT,
  PLANT_VERTEX,
  SOLID_GRAIN,
  SURFACE_COLOR,
  SURFACE_PARS,
  SWAY,
} from './surface-paint.ts';
import { LAMPS } from './window-lamps.ts';

/** What a lit material draws. */
export type DetailKind = 'ground' | 'grass' | 'tree' | 'leafy' | 'solid' | 'sheer';

/** The part of three's argument of `onBeforeCompile` that is changed. */
export interface DetailShader {
  readonly uniforms: Record<string, IUniform>;
  vertexShader: string;
  fragmentShader: string;
}

/** Which effects are in the shaders. */
interface ShaderSwitches {
  readonly ground: boolean;
  readonly leaves: boolean;
  readonly air: boolean;
}

const LIGHTS = /#include <lights_(physical|lambert)_fragment>/;
const PARS = /#include <lights_(physical|lambert)_pars_fragment>/;

/** three's own lights, as they are or minified, with the light that leaves let through. */
export const leafyLights = (chunk: string): string =>
  chunk.replace(
    /reflectedLight\.directDiffuse \+= ?irradiance ?\*[^;]+;/,
    (line) => `${line}\n${LEAF_LIGHT}`,
  );

/** Replaces what lies between two marks, which stay. */
function between(text: string, from: string, to: string, what: string): string {
  const [begin, end] = [text.indexOf(from), text.indexOf(to)];
  if (begin === -1 || end < begin) return text;
  return `${text.slice(0, begin + from.length)}\n${what}\n${text.slice(end)}`;
}

/** Adds the detail to a shader that has the surroundings' own changes already; others stay as they are. */
export function patchDetail(
  shader: DetailShader,
  kind: DetailKind,
  uniforms: Record<string, IUniform>,
  { ground, leaves, air }: ShaderSwitches,
): void {
  let { fragmentShader: text } = shader;
  if (!text.includes('vec4 farmMood')) return;
  Object.assign(shader.uniforms, uniforms);
  const isGround = kind === 'ground';
  const isLeafy = leaves && kind !== 'ground' && kind !== 'solid' && kind !== 'sheer';
  // Plants of a field; see farm/plant-shader.ts.
  const isPlant = leaves && shader.vertexShader.includes('vec3 cropAt;');
  const pars = [AIR_PARS, ...(isGround ? [GROUND_PARS] : [])].join('\n');
  const isSurface = kind !== 'grass' && !isGround;
  text = text
    .replace(
      '#include <common>',
      '#include <common>\n/** How much a surface is leaf, and its noise. */\nfloat detailLeaf = 0.0, detailMottle = 0.5;',
    )
    .replace('void main() {', () => `${pars}\n${isSurface ? SURFACE_PARS : ''}\nvoid main() {`);
  if (isLeafy)
    text = text.replace(PARS, (_, name: string) =>
      leafyLights(ShaderChunk[`lights_${name}_pars_fragment` as keyof typeof ShaderChunk]),
    );
  if (isGround && ground) {
    text = between(text, '#include <color_fragment>', '#include <alphamap_fragment>', GROUND_PAINT);
    text = between(text, '#include <envmap_fragment>', '#include <opaque_fragment>', GROUND_SHINE);
    text = text.replace(
      '#include <normal_fragment_maps>',
      `#include <normal_fragment_maps>\n${GROUND_NORMAL}`,
    );
  }
  const color = kind === 'grass' ? GRASS_COLOR : SURFACE_COLOR + (isPlant ? BLADE_COLOR : '');
  if (isLeafy) text = text.replace('#include <alphamap_fragment>', `${color}\n#include <alphamap_fragment>`);
  // A model's solids and leaves may be one material.
  const relief = [isLeafy ? LEAF_NORMAL : '', ground && isSurface && kind !== 'sheer' ? SOLID_GRAIN : ''];
  text = text.replace('#include <normal_fragment_maps>', (mark) => [mark, ...relief].join('\n'));
  text = text
    .replace(/float farmWhite ?= ?/, '$&detailSnow(farmUp, farmRough) * ')
    .replace(/vec3\(0?\.8, ?0?\.84, ?0?\.9\)/, 'vec3(0.89, 0.905, 0.93)');
  if (air) {
    text = text
      .replace(LIGHTS, (include) => `${FILM_LIGHT}\n${include}`)
      .replace('#include <aomap_fragment>', `#include <aomap_fragment>\n${AIR_LIGHT}`)
      .replace('#include <fog_fragment>', AIR_FOG);
  }
  if (kind === 'grass' && ground)
    shader.vertexShader = shader.vertexShader
      .replace(/tuftAt ?\+= ?farmFocus;/, `$&\n${GRASS_PLACE}`)
      .replace(/float tuftSize ?= ?/, '$&detailShort * ');
  if (isPlant) {
    text = text
      .replace('#include <common>', `#include <common>\nvarying float detailDeep;\n${BLADE_PARS}`)
      .replace('#include <aomap_fragment>', `#include <aomap_fragment>\n${PLANT_LIGHT}`);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\nvarying float detailDeep;\n${BLADE_VERTEX_PARS}`)
      .replace('#include <beginnormal_vertex>', `${PLANT_COLOR}\n#include <beginnormal_vertex>`)
      .replace('#include <begin_vertex>', `${PLANT_VERTEX}\n#include <begin_vertex>`)
      .replace(/(vec3 transformed ?= ?cropAt)/, `${PLANT_VERTEX}\n$1`);
  }
  shader.fragmentShader = `#define DETAIL_LAMPS ${LAMPS}\n${text}`;
}

/** Lets the leaves of a base model sway: what is green in its vertices. */
export function patchSway(shader: DetailShader): void {
  const declared = shader.vertexShader.includes('farmAir') ? '' : 'uniform vec2 farmAir;\n';
  shader.vertexShader = shader.vertexShader
    .replace('#include <common>', `#include <common>\n${declared}`)
    .replace('#include <begin_vertex>', `#include <begin_vertex>\n${SWAY}`);
}
