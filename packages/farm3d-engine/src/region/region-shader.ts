import { CLOSING_VERTEX, ROW_VERTICES } from '../geo/flat-regions.ts';
import { RegionFlag, STATES_PER_ROW } from './region-state.ts';
import { UNPACK_COLOR_GLSL } from './region-style.ts';

/** Colours are display colours, not linear: the map is a diagram, and #08A365 must appear as #08A365. */

const STATE = /* glsl */ `
  uniform highp sampler2D states;
  uniform float morph;
  uniform float reveal;
  // Alpha: its strength.
  uniform vec4 hoverColor;
  uniform vec4 selectColor;

  vec4 stateOf(uint region) {
    int at = int(region);
    return texelFetch(states, ivec2(at % ${STATES_PER_ROW}, at / ${STATES_PER_ROW}), 0);
  }

  float heightOf(vec4 state) {
    return mix(state.a, state.g, morph) * reveal;
  }

  ${UNPACK_COLOR_GLSL}

  vec3 colorOf(vec4 state) {
    int flags = int(state.b);
    vec3 color = unpackColor(state.r);
    if ((flags & ${RegionFlag.selected}) != 0) color = mix(color, selectColor.rgb, selectColor.a);
    if ((flags & ${RegionFlag.hovered}) != 0) color = mix(color, hoverColor.rgb, hoverColor.a);
    return color;
  }
`;

const HEAD = /* glsl */ `
  precision highp float;
  precision highp int;
  uniform mat4 modelViewMatrix;
  uniform mat4 projectionMatrix;
`;

const SHAPES = /* glsl */ `
  uniform highp sampler2D places;
  uniform highp usampler2D owners;

  ivec2 texelOf(int vertex) {
    return ivec2(vertex % ${ROW_VERTICES}, vertex / ${ROW_VERTICES});
  }

  vec2 placeOf(int vertex) {
    return texelFetch(places, texelOf(vertex), 0).rg;
  }

  uint ownerOf(int vertex) {
    return texelFetch(owners, texelOf(vertex), 0).r;
  }
`;

/** Two triangles per edge: `corner` is the position along the edge, and up or across. */
const QUAD = /* glsl */ `
  const vec2 CORNERS[6] = vec2[6](
    vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)
  );
`;

export const TOP_VERTEX = /* glsl */ `${HEAD}
  ${STATE}
  ${SHAPES}
  out vec3 vColor;
  void main() {
    vec2 place = placeOf(gl_VertexID);
    vec4 state = stateOf(ownerOf(gl_VertexID));
    vColor = colorOf(state);
    gl_Position = projectionMatrix * modelViewMatrix * vec4(place.x, heightOf(state), place.y, 1.0);
  }
`;

/** Fragment shader of tops. */
export const PLAIN_FRAGMENT = /* glsl */ `
  precision highp float;
  in vec3 vColor;
  out vec4 color;
  void main() {
    color = vec4(vColor, 1.0);
  }
`;

/** One quad per edge; `corner` selects the end, and foot or top. */
export const WALL_VERTEX = /* glsl */ `${HEAD}
  ${STATE}
  ${SHAPES}
  ${QUAD}
  uniform vec3 sideColor;
  out vec3 vColor;
  out float vUp;
  void main() {
    int vertex = gl_VertexID / 6;
    vec2 corner = CORNERS[gl_VertexID % 6];
    uint region = ownerOf(vertex);
    if (region == ${CLOSING_VERTEX}u) {
      gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
      return;
    }
    vec2 placeA = placeOf(vertex);
    vec2 placeB = placeOf(vertex + 1);
    vec4 state = stateOf(region);
    vec2 place = mix(placeA, placeB, corner.x);
    vec2 along = normalize(placeB - placeA + vec2(1e-12));
    // Light from the left front, equal for both faces of a wall, as neighbours share it.
    float light = abs(dot(vec2(-along.y, along.x), normalize(vec2(-0.55, 0.83))));
    vColor = sideColor * (0.7 + 0.6 * light);
    vUp = corner.y;
    gl_Position =
      projectionMatrix * modelViewMatrix * vec4(place.x, heightOf(state) * corner.y, place.y, 1.0);
  }
`;

export const WALL_FRAGMENT = /* glsl */ `
  precision highp float;
  in vec3 vColor;
  in float vUp;
  out vec4 color;
  void main() {
    color = vec4(vColor * (0.75 + 0.25 * vUp), 1.0);
  }
`;

/** Width of the soft edge of a border, CSS px. */
const SOFT_EDGE = 1;

/** A line of constant screen width per edge, on the region's top. */
export const BORDER_VERTEX = /* glsl */ `${HEAD}
  ${STATE}
  uniform vec3 borderColor;
  uniform vec2 viewport;
  uniform float width;
  uniform float lift;
  ${SHAPES}
  ${QUAD}
  out vec3 vColor;
  out float vAcross;
  void main() {
    int vertex = gl_VertexID / 6;
    vec2 corner = CORNERS[gl_VertexID % 6];
    uint region = ownerOf(vertex);
    if (region == ${CLOSING_VERTEX}u) {
      gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
      return;
    }
    vec2 placeA = placeOf(vertex);
    vec2 placeB = placeOf(vertex + 1);
    vec4 state = stateOf(region);
    float height = heightOf(state);
    vec4 a = projectionMatrix * modelViewMatrix * vec4(placeA.x, height, placeA.y, 1.0);
    vec4 b = projectionMatrix * modelViewMatrix * vec4(placeB.x, height, placeB.y, 1.0);
    if (a.w <= 0.0 || b.w <= 0.0) {
      gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
      return;
    }
    vec2 from = a.xy / a.w;
    vec2 to = b.xy / b.w;
    vec2 along = (to - from) * viewport;
    float size = length(along);
    along = size > 0.0 ? along / size : vec2(1.0, 0.0);
    vec2 across = vec2(-along.y, along.x);
    vec4 place = mix(a, b, corner.x);
    // The depth of a position above the top: else half of the border would be hidden by the top.
    vec2 end = mix(placeA, placeB, corner.x);
    vec4 lifted = projectionMatrix * modelViewMatrix * vec4(end.x, height + lift, end.y, 1.0);
    place.z = lifted.z / lifted.w * place.w;
    // Longer than the edge by the width, to close gaps at corners.
    float side = (corner.y - 0.5) * (width + ${(2 * SOFT_EDGE).toFixed(1)});
    vec2 offset = across * side + along * (corner.x - 0.5) * width * 0.6;
    vAcross = side;
    place.xy += offset * 2.0 / viewport * place.w;
    int flags = int(state.b);
    vColor = borderColor;
    if ((flags & ${RegionFlag.selected}) != 0) vColor = mix(selectColor.rgb, vec3(1.0), 0.35);
    else if (flags != 0) vColor = mix(borderColor, vec3(1.0), 0.75);
    gl_Position = place;
  }
`;

/** Soft edges of a pixel: without graphics hardware there is no other antialiasing. */
export const BORDER_FRAGMENT = /* glsl */ `
  precision highp float;
  uniform float width;
  in vec3 vColor;
  in float vAcross;
  out vec4 color;
  void main() {
    color = vec4(vColor, clamp(width * 0.5 + 0.5 - abs(vAcross), 0.0, 1.0));
  }
`;
