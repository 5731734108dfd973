/** Declarations for all lit shaders: shelter by what stands around, lamps by night, haze. */
export const AIR_PARS = /* glsl */ `
  /** Height map of what casts ambient shade, and where it lies. */
  uniform sampler2D detailHeight;
  uniform vec4 detailHeightBox;
  /** Direction to sun or moon; share of ambient shade. */
  uniform vec4 detailSun;
  /** Light of sun or moon. */
  uniform vec3 detailSunlight;
  /** Haze: density, its colour towards the sun in display colours, and strength of that. */
  uniform vec4 detailGlow;
  uniform vec2 detailHaze;
  /** Centre and half sizes of the greenhouse, and its glow by night. */
  uniform vec4 detailHouse;
  uniform vec3 detailHouseGlow;
  /** Lit windows: place and candela, and the direction they face. */
  uniform vec4 detailLamps[DETAIL_LAMPS];
  uniform vec3 detailLampFaces[DETAIL_LAMPS];

  vec3 detailAt() { return cameraPosition - transpose(mat3(viewMatrix)) * vViewPosition; }

  /** Share of the sky that is free, once it is known. */
  float detailFree = 1.0;

  #if DETAIL_TAPS > 0
    /** Share of the sky that is free above a point: a spiral of taps in the height map, up to a metre. */
    float detailOpen(vec3 at) {
      vec2 uv = (at.xz - detailHeightBox.xy) * detailHeightBox.zw;
      float far = dot(vViewPosition, vViewPosition);
      if (detailHeightBox.z == 0.0 || far > 8100.0 || any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)))) return 1.0;
      const float growth = pow(7.0, 1.0 / float(DETAIL_TAPS - 1));
      // Each tap is turned by the golden angle.
      const mat2 turn = mat2(-0.7374, 0.6755, -0.6755, -0.7374);
      vec2 way = vec2(0.9211, 0.3894);
      float reach = 0.14;
      float shut = 0.0;
      for (int i = 0; i < DETAIL_TAPS; i++) {
        float above = textureLod(detailHeight, uv + way * reach * detailHeightBox.zw, 0.0).r - at.y;
        shut += clamp(above / (reach + 0.2), 0.0, 1.4);
        way = turn * way;
        reach *= growth;
      }
      return clamp(1.0 - shut * (0.68 / float(DETAIL_TAPS)) * detailSun.w * smoothstep(8100.0, 3600.0, far), 0.22, 1.0);
    }
  #endif

  /** Light of lit windows and of the greenhouse on a matt surface. */
  vec3 detailNight(vec3 at, vec3 n) {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < DETAIL_LAMPS; i++) {
      if (detailLamps[i].w == 0.0) continue;
      vec3 to = detailLamps[i].xyz - at;
      float away = dot(to, to) + 0.35;
      vec3 way = to * inversesqrt(away);
      float aim = clamp(dot(-way, detailLampFaces[i]) * 1.3 + 0.2, 0.0, 1.0);
      sum += vec3(1.0, 0.68, 0.34) * detailLamps[i].w * aim * (0.15 + 0.85 * max(dot(n, way), 0.0)) / away;
    }
    vec2 q = abs(at.xz - detailHouse.xy) - detailHouse.zw;
    float d = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0);
    vec2 side = detailHouse.xy - at.xz;
    vec3 from = normalize(vec3(side.x, 2.2, side.y));
    float lit = d > 0.0 ? (0.25 + 0.75 * max(dot(n, from), 0.0)) / (1.0 + d * 0.42 + d * d * 0.16) : 0.34 + 0.26 * max(n.y, 0.0);
    return (sum + detailHouseGlow * lit) * RECIPROCAL_PI;
  }
`;

/** Ambient shade, and lamps. After the lights, before they are added up. */
export const AIR_LIGHT = /* glsl */ `
  {
    vec3 detailHere = detailAt();
    vec3 detailUp = transpose(mat3(viewMatrix)) * normal;
    #if DETAIL_TAPS > 0
      detailFree = detailOpen(detailHere + detailUp * vec3(0.45, 0.06, 0.45));
    #endif
    reflectedLight.indirectDiffuse *= detailFree;
    reflectedLight.indirectSpecular *= detailFree;
    reflectedLight.directDiffuse *= mix(1.0, detailFree, 0.3);
    // Under film the blue of the sky is mixed with the sun's light.
    vec2 detailInside = detailHouse.zw - abs(detailHere.xz - detailHouse.xy);
    float detailUnder = smoothstep(0.0, 0.4, min(detailInside.x, detailInside.y)) * (1.0 - farmMood.z);
    reflectedLight.indirectDiffuse *= mix(vec3(1.0), vec3(1.24, 1.05, 0.8), detailUnder);
    reflectedLight.indirectSpecular *= mix(vec3(1.0), vec3(0.75, 0.66, 0.52), detailUnder);
    if (farmMood.z > 0.02) totalEmissiveRadiance += diffuseColor.rgb * detailNight(detailHere, detailUp) * (0.4 + 0.6 * detailFree);
  }
`;

/** Haze that grows evenly with distance, thins with height, and glows towards the sun. Instead of three's fog. */
export const AIR_FOG = /* glsl */ `
  #ifdef USE_FOG
    float fogFactor = smoothstep(fogNear, fogFar, vFogDepth);
    vec3 detailRay = normalize(transpose(mat3(viewMatrix)) * -vViewPosition);
    float detailHigh = max(detailAt().y, 0.0);
    float detailThick = 1.0 - exp(-vFogDepth * detailHaze.x);
    fogFactor = max(fogFactor, detailThick * exp(-detailHigh * 0.02) * 0.92);
    float detailToSun = max(dot(detailRay, detailSun.xyz), 0.0);
    vec3 detailFog = mix(fogColor, detailGlow.rgb, detailGlow.w * (0.25 * detailToSun + 0.75 * pow(detailToSun, 6.0)) * (1.0 - 0.5 * smoothstep(200.0, 600.0, vFogDepth)));
    gl_FragColor.rgb = mix(gl_FragColor.rgb, detailFog, fogFactor);
  #endif
`;
