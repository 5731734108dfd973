import { BufferAttribute } from 'three';

/** The shape of one piece of a line: a quad whose `corner` is how far along and on which side a vertex lies, each 0 or 1. */
export function segmentQuad() {
  const corner = new BufferAttribute(Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1), 2);
  return { attributes: { corner }, index: new BufferAttribute(Uint16Array.of(0, 1, 2, 0, 2, 3), 1) };
}

/** A piece of a line that is so many pixels wide on the screen, wherever it lies. For vertex shaders. */
export const SEGMENT_GLSL = /* glsl */ `
  precision highp float;
  precision highp int;
  uniform mat4 modelViewMatrix;
  uniform mat4 projectionMatrix;
  /** CSS px. */
  uniform vec2 viewport;
  in vec2 corner;
  in vec4 from;
  in vec4 to;
  /** Of the piece's end that the vertex belongs to, in the middle of the line. False when the piece lies behind the eye. */
  bool segmentEnd(out vec4 place, out vec2 along) {
    vec4 a = projectionMatrix * modelViewMatrix * vec4(from.xyz, 1.0);
    vec4 b = projectionMatrix * modelViewMatrix * vec4(to.xyz, 1.0);
    place = mix(a, b, corner.x);
    along = (b.xy / b.w - a.xy / a.w) * viewport;
    float size = length(along);
    along = size > 0.0 ? along / size : vec2(1.0, 0.0);
    return a.w > 0.0 && b.w > 0.0;
  }
  /** Pushed aside across the line, px. */
  vec4 segmentSide(vec4 place, vec2 along, float across) {
    place.xy += vec2(-along.y, along.x) * across * 2.0 / viewport * place.w;
    return place;
  }
`;
