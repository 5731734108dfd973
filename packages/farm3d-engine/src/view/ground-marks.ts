import {
  DoubleSide,
  Group,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { InstanceState, type InstanceUniforms } from './instance-shader.ts';
import { INSTANCES_PER_ROW, TRANSFORM_TEXELS } from './instance-store.ts';
import type { MarkLists } from './kind-batch.ts';
import { VisibleList } from './kind-draws.ts';
import { SURFACE } from './surface.ts';

const Kind = { contact: 0, shade: 1, ring: 2 } as const;
const { hovered, selected, alarm, offline } = InstanceState;

/** Distance between the rings of an object, metres. */
const STEP = 0.15;

const VERTEX = /* glsl */ `
  attribute uint farmId;
  uniform highp sampler2D farmTransforms;
  uniform highp usampler2D farmStates;
  uniform int farmKind;
  uniform vec2 farmCast;
  varying vec2 vAt;
  flat varying int vState;
  varying float vRadius;
  /** Above the foot of the object, to avoid z-fighting with the floor. Metres. */
  const float LIFT = 0.02;
  void main() {
    int column = int(farmId % ${INSTANCES_PER_ROW}u);
    int row = int(farmId / ${INSTANCES_PER_ROW}u);
    int at = column * ${TRANSFORM_TEXELS};
    vec3 foot = vec3(
      texelFetch(farmTransforms, ivec2(at, row), 0).w,
      texelFetch(farmTransforms, ivec2(at + 1, row), 0).w + LIFT,
      texelFetch(farmTransforms, ivec2(at + 2, row), 0).w
    );
    vec2 size = texelFetch(farmTransforms, ivec2(at + 3, row), 0).xy;
    vAt = position.xy;
    vState = int(texelFetch(farmStates, ivec2(column, row), 0).x);
    vRadius = farmKind == ${Kind.ring} ? min(size.x, 1.2) + 0.45 : min(size.x, 0.7) * 1.15 + 0.12;
    if (farmKind == ${Kind.ring}) {
      // Rings are outside each other: the innermost is clear of the object.
      bool isPointed = (vState & ${hovered | selected}) != 0;
      bool isAlarm = (vState & ${alarm}) != 0;
      bool isOffline = (vState & ${offline}) != 0;
      vRadius += ${STEP} * float(max(0, int(isPointed) + int(isAlarm) + int(isOffline) - 1));
    }
    vec3 world = foot + vec3(position.x, 0.0, -position.y) * vRadius;
    if (farmKind == ${Kind.shade}) {
      // From the foot away from the sun, as long as the object is high.
      float height = max(0.1, size.y);
      vec2 along = farmCast * height * (position.y * 0.5 + 0.5);
      vec2 across = normalize(vec2(-farmCast.y, farmCast.x)) * (0.1 + 0.07 * height) * position.x;
      world = foot + vec3(along.x + across.x, 0.0, along.y + across.y);
    }
    gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  uniform int farmKind;
  uniform float farmShade;
  uniform float farmPulse;
  uniform vec4 farmMood;
  varying vec2 vAt;
  flat varying int vState;
  varying float vRadius;
  float ring(float r, float center, float width) {
    float aa = fwidth(r);
    return smoothstep(width + aa, width, abs(r - center));
  }
  const float STEP = ${STEP};
  /** Triangle wave from 0 to 1, this many times around. */
  float zigzag(float turn, float times) {
    return abs(fract(turn * times) * 2.0 - 1.0);
  }
  vec4 over(vec4 below, vec3 tint, float alpha) {
    float sum = alpha + below.a * (1.0 - alpha);
    return vec4(mix(below.rgb, tint, alpha / max(sum, 0.001)), sum);
  }
  void main() {
    float r = length(vAt);
    vec4 color;
    if (farmKind == ${Kind.contact}) {
      float dark = 1.0 - smoothstep(0.0, 1.0, r);
      // Shade on snow is blue and light.
      color = mix(vec4(0.05, 0.05, 0.03, 0.6), vec4(0.42, 0.48, 0.6, 0.5), farmMood.y);
      color.a *= dark * dark;
    } else if (farmKind == ${Kind.shade}) {
      float along = vAt.y * 0.5 + 0.5;
      float side = 1.0 - smoothstep(0.25, 1.0, abs(vAt.x));
      color = vec4(0.05, 0.06, 0.05, 0.42 * farmShade * side * smoothstep(0.0, 0.06, along) * (1.0 - along * along));
    } else {
      // Each state has its own radius and shape, from the outside in, so that none hides another and colour is not needed:
      // selected is a full ring, an alarm has teeth, offline is a broken ring.
      float metre = 1.0 / max(vRadius, 0.3);
      float turn = atan(vAt.y, vAt.x) / 6.2831853;
      float place = 0.92;
      color = vec4(0.9, 0.96, 1.0, 0.0);
      if ((vState & ${selected}) != 0) {
        color = over(color, vec3(0.16, 0.72, 1.0), max(ring(r, place, 0.033 * metre), 0.12 * (1.0 - step(place, r))));
        place -= STEP * metre;
      } else if ((vState & ${hovered}) != 0) {
        color = over(color, vec3(0.9, 0.96, 1.0), 0.6 * ring(r, place, 0.022 * metre));
        place -= STEP * metre;
      }
      if ((vState & ${alarm}) != 0) {
        float teeth = zigzag(turn, floor(8.0 + 8.0 * vRadius));
        float edge = place + (teeth - 0.5) * 0.09 * metre;
        // The inner ring moves outwards with the pulse.
        float inner = mix(0.25, max(0.3, place - 1.2 * STEP * metre), farmPulse);
        vec3 red = vec3(0.93, 0.18, 0.12);
        color = over(color, red, 0.12 * (1.0 - step(edge, r)));
        color = over(color, red, max(ring(r, edge, 0.036 * metre), 0.55 * ring(r, inner, 0.026 * metre)));
        place -= STEP * metre;
      }
      if ((vState & ${offline}) != 0) {
        float pieces = smoothstep(0.42, 0.5, zigzag(turn, floor(7.0 + 6.0 * vRadius)));
        color = over(color, vec3(0.16, 0.18, 0.2), 0.55 * pieces * ring(r, place, 0.04 * metre));
        color = over(color, vec3(0.78, 0.81, 0.84), 0.95 * pieces * ring(r, place, 0.024 * metre));
      }
    }
    if (color.a < 0.004) discard;
    gl_FragColor = color;
    #include <colorspace_fragment>
  }
`;

/** Contact shadows, painted shadows and state rings under objects: one draw call per kind of mark. */
export class GroundMarks implements IDisposable {
  readonly group = new Group();
  readonly lists: MarkLists = {
    contacts: new VisibleList(),
    rings: new VisibleList(),
    ringBits: hovered | selected | alarm | offline,
    alarmBit: alarm,
    alarms: 0,
  };
  readonly #cast = { value: new Vector2() };
  readonly #strength = { value: 1 };
  readonly #meshes: readonly Mesh<InstancedBufferGeometry, ShaderMaterial>[];

  /** @param uniforms of the instances that are marked */
  constructor(uniforms: InstanceUniforms) {
    const { contacts, rings } = this.lists;
    this.#meshes = [
      this.#mesh(Kind.contact, contacts, uniforms),
      this.#mesh(Kind.shade, contacts, uniforms),
      this.#mesh(Kind.ring, rings, uniforms),
    ];
    this.group.add(...this.#meshes);
  }

  /** Whether objects have painted shadows, where there is no shadow map. */
  get hasShade(): boolean {
    return this.#cast.value.lengthSq() > 0;
  }

  /**
   * @param cast end of the shadow of a point one metre high; zero: none
   * @param strength 0 … 1
   */
  setPaintedShade(cast: Vector2, strength = 1): void {
    this.#cast.value.copy(cast);
    this.#strength.value = strength;
  }

  /** Applies the lists and the light; call before each frame. */
  show(): void {
    const hasContacts = this.lists.contacts.end();
    const [contact, shade, ring] = this.#meshes;
    contact!.visible = hasContacts;
    shade!.visible = hasContacts && this.hasShade;
    ring!.visible = this.lists.rings.end();
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const { geometry, material } of this.#meshes) {
      geometry.dispose();
      material.dispose();
    }
  }

  #mesh(
    kind: number,
    list: VisibleList,
    uniforms: InstanceUniforms,
  ): Mesh<InstancedBufferGeometry, ShaderMaterial> {
    const plane = new PlaneGeometry(2, 2);
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', plane.getAttribute('position'));
    geometry.setIndex(plane.index);
    plane.dispose();
    list.use(geometry);
    const { farmTransforms, farmStates, farmPulse } = uniforms;
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      uniforms: {
        farmTransforms,
        farmStates,
        farmPulse,
        farmMood: SURFACE.farmMood,
        farmKind: { value: kind },
        farmCast: this.#cast,
        farmShade: this.#strength,
      },
      // The painted shadow may face either way.
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    const mesh = new Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.matrixAutoUpdate = false;
    mesh.renderOrder = 1;
    mesh.visible = false;
    mesh.raycast = () => {};
    return mesh;
  }
}
