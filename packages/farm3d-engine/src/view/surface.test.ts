import { MeshStandardMaterial, ShaderChunk, ShaderLib } from 'three';
import { describe, expect, it } from 'vitest';
import { patchSurface } from './surface.ts';

/** As three does before it compiles. */
const resolved = (text: string): string =>
  text.replace(/^[ \t]*#include +<([\w.]+)>/gm, (_, name: string) =>
    resolved(ShaderChunk[name as keyof typeof ShaderChunk]),
  );

function patched(name: string, envMap: boolean): string {
  const material = new MeshStandardMaterial();
  material.name = name;
  const shader = { envMap, uniforms: {}, fragmentShader: ShaderLib.physical.fragmentShader };
  patchSurface(shader, material);
  return shader.fragmentShader;
}

describe('a surface', () => {
  it.each(['soil', 'film', 'water'])('is matt without an environment to reflect: %s', (name) => {
    const text = patched(name, false);
    expect(text).not.toMatch(/#include <lights_physical|#define STANDARD/);
    const whole = resolved(text);
    expect(whole.match(/varying vec3 vViewPosition;/g)).toHaveLength(1);
    expect(whole).toMatch(/vec3 BRDF_Lambert\(/);
    expect(whole).toMatch(/float specularStrength;[^]*material\.specularStrength = specularStrength;/);
    expect(whole).not.toMatch(/PhysicalMaterial material/);
  });

  it('reflects an environment as three does', () => {
    const text = patched('soil', true);
    expect(text).toMatch(
      /#define STANDARD[^]*#include <lights_physical_pars_fragment>[^]*#include <lights_physical_fragment>/,
    );
  });
});
