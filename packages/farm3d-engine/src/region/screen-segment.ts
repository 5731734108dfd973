import { BufferAttribute } from 'three';

/** Geometry of a line segment: a quad whose `corner` is the position along and across, each 0 or 1. */
export function segmentQuad() {
  const corner = new BufferAttribute(Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1), 2);
  return { attributes: { corner }, index: new BufferAttribute(Uint16Array.of(0, 1, 2, 0, 2, 3), 1) };
}

/** GLSL for a line segment of constant screen width. For vertex shaders. */
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
  /** The end of the segment that the vertex belongs to, on the centre line. false: the segment is behind the camera. */
  bool segmentEnd(out vec4 place, out vec2 along) {
    vec4 a = projectionMatrix * modelViewMatrix * vec4(from.xyz, 1.0);
    vec4 b = projectionMatrix * modelViewMatrix * vec4(to.xyz, 1.0);
    place = mix(a, b, corner.x);
    along = (b.xy / b.w - a.xy / a.w) * viewport;
    float size = length(along);
    along = size > 0.0 ? along / size : vec2(1.0, 0.0);
    return a.w > 0.0 && b.w > 0.0;
  }
  /** Offsets a position across the line, px. */
  vec4 segmentSide(vec4 place, vec2 along, float across) {
    place.xy += vec2(-along.y, along.x) * across * 2.0 / viewport * place.w;
    return place;
  }
`;
