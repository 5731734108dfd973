import type { Plugin } from 'vite';
import { minifyShader, minifyShadersOf } from '../../../packages/farm3d-engine/scripts/minify-shaders.ts';

/** Macros of three that only materials and lights of {@link UNUSED} define. */
const UNDEFINED = new Set([
  'NUM_RECT_AREA_LIGHTS > 0',
  'PHYSICAL',
  'USE_ANISOTROPY',
  'USE_ANISOTROPYMAP',
  'USE_BATCHING',
  'USE_BATCHING_COLOR',
  'USE_CLEARCOAT',
  'USE_CLEARCOATMAP',
  'USE_CLEARCOAT_NORMALMAP',
  'USE_CLEARCOAT_ROUGHNESSMAP',
  'USE_DISPERSION',
  'USE_IRIDESCENCE',
  'USE_IRIDESCENCEMAP',
  'USE_IRIDESCENCE_THICKNESSMAP',
  'USE_SHEEN',
  'USE_SHEEN_COLORMAP',
  'USE_SHEEN_ROUGHNESSMAP',
  'USE_SPECULAR_COLORMAP',
  'USE_SPECULAR_INTENSITYMAP',
  'USE_THICKNESSMAP',
  'USE_TRANSMISSION',
  'USE_TRANSMISSIONMAP',
]);

/** What the app never creates, by the flag that three sets on it. */
const UNUSED = [
  'isBatchedMesh',
  'isLightProbeGrid',
  'isLineDashedMaterial',
  'isMeshMatcapMaterial',
  'isMeshNormalMaterial',
  'isMeshPhongMaterial',
  'isMeshPhysicalMaterial',
  'isMeshToonMaterial',
  'isPointsMaterial',
  'isRectAreaLight',
  'isShadowMaterial',
  'isSpriteMaterial',
];

/** Shaders of these materials, and chunks that only they include. */
const UNUSED_SHADERS =
  /^(linedashed|meshmatcap|meshnormal|meshphong|meshtoon|points|shadow|sprite)_(vert|frag)$/;
const UNUSED_CHUNKS =
  /^(gradientmap_pars|iridescence|lightprobes_pars|lights_phong|lights_phong_pars|lights_toon|lights_toon_pars|transmission|transmission_pars)_fragment$/;

/** WebGLRenderer asks for these members while no session is presenting, and there is none. */
const NO_XR = `class WebXRManager extends EventDispatcher {
  enabled = false;
  isPresenting = false;
  cameraAutoUpdate = true;
  setAnimationLoop() {}
  getEnvironmentBlendMode() {}
  dispose() {}
}
`;

interface Branch {
  /** The condition is known: one of {@link UNDEFINED}. */
  readonly isKnown: boolean;
  isActive: boolean;
}

/** A shader text without the branches of the preprocessor that are never compiled. */
export function withoutBranches(text: string): string {
  const open: Branch[] = [];
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    const [, directive, condition = ''] =
      /^\s*#(if|ifdef|ifndef|else|elif|endif)\b\s*(.*?)\s*$/.exec(line) ?? [];
    const isOutside = open.every(({ isActive }) => isActive);
    const top = open.at(-1);
    if (directive?.startsWith('if')) {
      const isKnown = UNDEFINED.has(condition);
      open.push({ isKnown, isActive: !isKnown || directive === 'ifndef' });
      if (isKnown) continue;
    } else if (directive && !top) return text;
    else if (directive === 'endif') {
      open.pop();
      if (top!.isKnown) continue;
    } else if (directive === 'else' && top!.isKnown) {
      top!.isActive = !top!.isActive;
      continue;
    } else if (directive === 'elif' && top!.isKnown) return text;
    if (directive === 'endif' ? open.every(({ isActive }) => isActive) : isOutside) kept.push(line);
  }
  // A branch that ends in another chunk.
  return open.length === 0 ? kept.join('\n') : text;
}

/** Replaces what matches, and fails if this version of three has something else there. */
function replaced(source: string, pattern: RegExp, by: string): string {
  if (!pattern.test(source)) throw new Error(`lean-three: three has no ${pattern.source}`);
  return source.replace(pattern, () => by);
}

/** three's module without sessions of virtual reality, and with the shaders that the app needs, minified. */
export function leanThree(source: string): string {
  const unused = new Set<string>();
  for (const [, name, variable] of source.matchAll(/^\t(\w+_(?:vert|frag)): ([\w$]+),?$/gm))
    if (UNUSED_SHADERS.test(name!)) unused.add(variable!);
  if (unused.size !== 16) throw new Error(`lean-three: three has ${unused.size} of 16 shaders`);
  let chunks = 0;
  const lean = source.replaceAll(
    /^(var|const) ([\w$]+) = ("(?:[^"\\]|\\.)*");$/gm,
    (_, kind: string, name: string, text: string) => {
      chunks++;
      const isUnused = unused.has(name) || UNUSED_CHUNKS.test(name);
      const shader = isUnused ? '' : minifyShader(withoutBranches(JSON.parse(text) as string));
      return `${kind} ${name} = ${JSON.stringify(shader)};`;
    },
  );
  if (chunks < 100) throw new Error(`lean-three: three has ${chunks} shader chunks`);
  return replaced(
    replaced(lean, /^class WebXRDepthSensing \{[\s\S]*?^\}$/m, ''),
    /^class WebXRManager extends EventDispatcher \{[\s\S]*?^\}$/m,
    NO_XR,
  );
}

/** Builds the app without what it never uses of three, and fails when it uses it after all. */
export const leanThreePlugin: Plugin = {
  name: 'lean-three',
  apply: 'build',
  transform(code, id) {
    if (id.endsWith('/three/build/three.module.js')) return { code: leanThree(code), map: null };
    return /\/farm3d-engine\/src\/.*\.ts$/.test(id) && code.includes('/* glsl */')
      ? { code: minifyShadersOf(code), map: null }
      : undefined;
  },
  generateBundle(_, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue;
      const flag = UNUSED.find((name) => new RegExp(`\\.${name}\\s*=\\s*(!0|true)`).test(output.code));
      if (flag)
        this.error(`${output.fileName} makes ${flag.slice(2)}: plugins/lean-three.ts leaves out its shaders`);
    }
  },
};
