import {
  DoubleSide,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
} from 'three';
import type { Disposable } from '../core/disposer.ts';

/** What a mark on the ground is. */
export const GroundMarkKind = { contact: 0, hovered: 1, selected: 2, alarm: 3, shade: 4 } as const;

const VERTEX = /* glsl */ `
  attribute vec4 place;
  attribute float kind;
  uniform vec2 farmCast;
  varying vec2 vAt;
  flat varying int vKind;
  varying float vRadius;
  void main() {
    vAt = position.xy;
    vKind = int(kind);
    vRadius = place.w;
    vec3 world = place.xyz + vec3(position.x, 0.0, -position.y) * place.w;
    if (vKind == ${GroundMarkKind.shade}) {
      // From the foot away from the sun, as long as the thing is high (place.w).
      vec2 along = farmCast * place.w * (position.y * 0.5 + 0.5);
      vec2 across = normalize(vec2(-farmCast.y, farmCast.x)) * (0.1 + 0.07 * place.w) * position.x;
      world = place.xyz + vec3(along.x + across.x, 0.0, along.y + across.y);
    }
    gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
  }
`;

const FRAGMENT = /* glsl */ `
  varying vec2 vAt;
  flat varying int vKind;
  varying float vRadius;
  float ring(float r, float center, float width) {
    float aa = fwidth(r);
    return smoothstep(width + aa, width, abs(r - center));
  }
  void main() {
    float r = length(vAt);
    vec4 color;
    if (vKind == ${GroundMarkKind.contact}) {
      float dark = 1.0 - smoothstep(0.0, 1.0, r);
      color = vec4(0.05, 0.05, 0.03, 0.6 * dark * dark);
    } else if (vKind == ${GroundMarkKind.shade}) {
      float along = vAt.y * 0.5 + 0.5;
      float side = 1.0 - smoothstep(0.25, 1.0, abs(vAt.x));
      color = vec4(0.05, 0.06, 0.05, 0.42 * side * smoothstep(0.0, 0.06, along) * (1.0 - along * along));
    } else {
      float thin = 0.022 / max(vRadius, 0.3);
      if (vKind == ${GroundMarkKind.hovered}) color = vec4(0.9, 0.96, 1.0, 0.6 * ring(r, 0.9, thin));
      else if (vKind == ${GroundMarkKind.selected})
        color = vec4(0.16, 0.72, 1.0, max(ring(r, 0.9, thin * 1.5), 0.12 * (1.0 - step(0.9, r))));
      else color = vec4(0.93, 0.18, 0.12, max(max(ring(r, 0.9, thin * 2.0), 0.55 * ring(r, 0.66, thin * 1.2)), 0.12 * (1.0 - step(0.9, r))));
    }
    if (color.a < 0.004) discard;
    gl_FragColor = color;
    #include <colorspace_fragment>
  }
`;

/** Height above the foot, so that the mark does not share a depth with the floor. Metres. */
const LIFT = 0.02;

/** Contact shadows and rings under things: one draw for all of them. */
export class GroundMarks implements Disposable {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  #place = new Float32Array(0);
  #kind = new Float32Array(0);
  #count = 0;
  readonly #cast = { value: new Vector2() };

  constructor() {
    const plane = new PlaneGeometry(2, 2);
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', plane.getAttribute('position'));
    geometry.setIndex(plane.index);
    plane.dispose();
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      uniforms: { farmCast: this.#cast },
      // The painted shade turns with its direction.
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -2,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
    this.mesh.visible = false;
    this.mesh.raycast = () => {};
  }

  /** Whether things get a painted shade: where real shadows are not drawn. */
  get hasShade(): boolean {
    return this.#cast.value.lengthSq() > 0;
  }

  /** @param cast where the shadow of something one metre high falls; zero for none. */
  setPaintedShade(cast: Vector2): void {
    this.#cast.value.copy(cast);
  }

  /** Starts a new set of marks. */
  begin(most: number): void {
    this.#count = 0;
    if (this.#kind.length >= most) return;
    const capacity = Math.max(32, most * 2);
    this.#place = new Float32Array(capacity * 4);
    this.#kind = new Float32Array(capacity);
    const { geometry } = this.mesh;
    // The old buffers go with the geometry's dispose; it is made anew at the next draw.
    geometry.dispose();
    geometry.setAttribute('place', new InstancedBufferAttribute(this.#place, 4).setUsage(DynamicDrawUsage));
    geometry.setAttribute('kind', new InstancedBufferAttribute(this.#kind, 1).setUsage(DynamicDrawUsage));
  }

  add(kind: number, x: number, y: number, z: number, radius: number): void {
    const at = this.#count++;
    this.#place.set([x, y + LIFT, z, radius], at * 4);
    this.#kind[at] = kind;
  }

  end(): void {
    const { geometry } = this.mesh;
    this.mesh.visible = this.#count > 0;
    geometry.instanceCount = this.#count;
    for (const name of ['place', 'kind']) {
      const attribute = geometry.getAttribute(name);
      if (attribute) attribute.needsUpdate = true;
    }
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
