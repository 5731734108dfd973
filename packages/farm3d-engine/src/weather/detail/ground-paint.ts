// The ground of medium and high: instead of the paint in view/ground.ts, whose functions of place it uses. `DETAIL_FINE` is
// high: medium reads each map once, and takes slopes from neighbouring pixels.

export const GROUND_PARS = /* glsl */ `
  uniform sampler2D detailMap;
  /** Snow lies deep, 0 … 1; rain runs, 0 … 1. */
  uniform vec2 detailFlow;
  /** Slope of the ground in x and z, and how smooth water or ice makes it. */
  vec2 detailSlope = vec2(0.0);
  float detailWhite = 0.0;
  float detailClose = 0.0;

  /** Height of gravel, of clods, tone of a stone, height of litter: at two scales, turned against each other. */
  vec4 detailGrain(vec2 p) {
    #ifdef DETAIL_FINE
      vec2 q = mat2(0.825, 0.565, -0.565, 0.825) * p;
      return texture2D(detailMap, p * 0.7) * 0.58 + texture2D(detailMap, q * 2.13 + 0.31) * 0.42;
    #else
      return texture2D(detailMap, p * 1.05) * 0.85 + 0.06;
    #endif
  }
  /** Slope of a height that neighbouring pixels have computed, too. */
  vec2 detailGradient(float height, vec2 p) {
    vec2 px = dFdx(p), py = dFdy(p);
    float hx = dFdx(height), hy = dFdy(height);
    float area = px.x * py.y - px.y * py.x;
    vec2 slope = vec2(hx * py.y - hy * px.y, hy * px.x - hx * py.x) / (abs(area) > 1e-9 ? area : 1e9);
    return clamp(slope, -1.2, 1.2);
  }
  /** Distance to the middle of the nearest road, and how far along it. */
  vec2 detailRoad(vec2 p) {
    vec2 road = vec2(abs(p.y - (farmBase.y + farmBase.w + 5.4) - 0.35 * sin(p.x * 0.13)), p.x);
    vec2 way = farmLane.zw - farmLane.xy;
    float reach = length(way);
    if (reach == 0.0) return road;
    vec2 along = way / reach;
    vec2 from = p - farmLane.xy;
    float done = dot(from, along);
    float aside = dot(from, vec2(-along.y, along.x)) - 0.22 * sin(done * 0.21);
    float far = length(vec2(aside, max(max(-done, done - reach), 0.0)));
    return far < road.x ? vec2(far, done) : road;
  }
  /** Shares of gravel, bare soil and grass at a place: x, y, z. And how deep a wheel track is: w. */
  vec4 detailKinds(vec2 p, vec2 road, float belt, float patchy) {
    float off = min(road.x, farmBaseDistance(p) - 0.5);
    // Farther than any edge of gravel wanders.
    if (farmBase.z == 0.0 || off > 3.6) return vec4(0.0, belt, 1.0 - belt, 0.0);
    float wander = (farmGrainAt(p * 0.11) - 0.5) * 0.9 + (farmGrainAt(p * 1.3 + 0.7) - 0.5) * 0.5;
    float mixed = patchy;
    #ifdef DETAIL_FINE
      wander += (farmGrainAt(p * 0.43 + 0.2) - 0.5) * 0.5;
      mixed = farmGrainAt(p * 0.23);
    #endif
    float gravel = 1.0 - smoothstep(0.7, 2.9, off + wander * 0.6);
    float rut = smoothstep(0.36, 0.08, abs(road.x - 0.72 + 0.07 * wander));
    float middle = smoothstep(0.5, 0.1, road.x) * smoothstep(0.42, 0.62, farmGrainAt(p * 0.09 + 0.6));
    // Stones are bedded in earth.
    float soil = max(belt, gravel * (0.72 + 0.3 * smoothstep(0.35, 0.65, mixed)));
    gravel *= 0.7 - 0.5 * rut;
    return vec4(gravel * (1.0 - 0.7 * middle), soil, (1.0 - belt) * max(1.0 - gravel - soil, middle * 0.8), rut);
  }
  /** Lugs of tyres pressed into a wheel track, herringbone, where it was soft. */
  float detailTread(vec2 road, float soft) {
    float side = road.x - 0.72;
    float lug = abs(fract(road.y * 4.2 + abs(side) * 2.6) - 0.5) * 2.0;
    return smoothstep(0.25, 0.6, lug) * smoothstep(0.24, 0.16, abs(side)) * soft;
  }
`;

export const GROUND_PAINT = /* glsl */ `
  {
    vec2 p = vGround;
    float away = length(vViewPosition);
    float footprint = length(fwidth(p));
    float near = exp(-away * 0.03);
    detailClose = smoothstep(0.12, 0.02, footprint);
    float broad = farmNoise(p * 0.035) * 0.6 + farmNoise(p * 0.11 + 7.0) * 0.4;
    float patchy = farmGrainAt(p * 0.17);

    float belt = smoothstep(15.4, 16.4, abs(p.y));
    float strip = floor((abs(p.y) - 16.0) / 22.0);
    vec2 cell = vec2(floor((p.x + strip * 19.0) / 58.0), strip * sign(p.y));
    vec2 inCell = vec2(mod(p.x + strip * 19.0, 58.0), mod(abs(p.y) - 16.0, 22.0));
    vec2 ragged = inCell + (patchy - 0.5) * 0.7;
    float balk = smoothstep(0.3, 1.7, ragged.x) * smoothstep(58.0, 56.5, ragged.x)
      * smoothstep(0.3, 1.5, ragged.y) * smoothstep(22.0, 20.7, ragged.y);
    float crop = farmHash(cell + 3.7);
    float rows = farmRows(p.y + (patchy - 0.5) * 0.12, 1.1, footprint);

    vec2 road = farmBase.z > 0.0 ? detailRoad(p) : vec2(1e3, 0.0);
    vec4 kinds = detailKinds(p, road, belt * balk, patchy);
    float tread = 0.0;
    #ifdef DETAIL_FINE
      if (kinds.w > 0.0) tread = detailTread(road, smoothstep(0.4, 0.62, farmGrainAt(p * 0.057 + 0.15)) * kinds.w);
    #endif
    vec4 grain = detailGrain(p);

    // What is higher shows through first.
    vec3 heights = kinds.xyz * (0.55 + vec3(grain.r * 1.1, grain.g * 0.85, grain.a * 1.15));
    float top = max(heights.x, max(heights.y, heights.z));
    vec3 share = max(heights - top + mix(0.6, 0.26, detailClose), 0.0) * step(0.004, kinds.xyz);
    share /= share.x + share.y + share.z;

    vec3 earth = mix(vec3(0.185, 0.13, 0.083), vec3(0.275, 0.212, 0.142), farmNoise(p * 0.2) * 0.6 + 0.4 * patchy);
    vec3 stone = mix(vec3(0.24, 0.2, 0.155), vec3(0.55, 0.475, 0.37), grain.b) * mix(0.5, 1.2, smoothstep(0.1, 0.75, grain.r));
    stone = mix(stone, vec3(0.37, 0.345, 0.32) * (0.6 + 0.7 * grain.r), step(0.74, grain.b) * 0.55);
    vec3 soil = earth * mix(0.5, 1.36, smoothstep(0.08, 0.75, grain.g));
    vec3 leaf = crop < 0.35 ? vec3(0.12, 0.2, 0.05) : crop < 0.6 ? vec3(0.19, 0.25, 0.075) : crop < 0.8 ? vec3(0.33, 0.29, 0.12) : vec3(0.21, 0.155, 0.1);
    float sown = smoothstep(0.25, 0.7, rows) * (0.25 + 0.75 * smoothstep(0.3, 0.62, grain.a + 0.18 * (1.0 - detailClose)));
    soil = mix(soil, leaf * mix(0.62, 1.3, grain.a), belt * balk * (0.2 + 0.8 * sown));
    // Wheels polish and darken what they press.
    soil = mix(soil, vec3(0.29, 0.235, 0.165) * (0.72 + 0.5 * grain.g), kinds.w * 0.7);
    soil *= 1.0 - 0.3 * tread * detailClose;
    vec3 grass = farmMeadowColor(broad);
    grass *= mix(0.42, 1.55, smoothstep(0.12, 0.8, grain.a)) * (0.82 + 0.36 * patchy);
    #ifdef DETAIL_FINE
      grass *= 0.72 + 0.56 * farmGrainAt(p * 0.61 + 0.4);
    #endif
    grass = mix(grass, vec3(0.3, 0.26, 0.14) * (0.5 + grain.a), smoothstep(0.62, 0.86, patchy * 0.6 + broad * 0.5) * 0.4);
    grass = mix(earth * 0.55, grass, smoothstep(0.1, 0.34, grain.a + 0.25 * broad));
    vec3 color = share.x * stone + share.y * soil + share.z * grass;
    color *= 1.0 - 0.16 * kinds.w;
    if (farmBase.z > 0.0) color *= 1.0 - 0.28 * exp(-max(farmBaseDistance(p), 0.0) * 1.5);

    vec3 rise = kinds.xyz * vec3(0.022, 0.03, 0.012);
    float pressed = -(0.03 + 0.016 * tread) * kinds.w;
    #ifdef DETAIL_FINE
      detailSlope = detailGradient(pressed, p) * detailClose;
      if (detailClose > 0.0) {
        float e = max(0.006, footprint * 0.8);
        vec2 beside = vec2(dot(detailGrain(p + vec2(e, 0.0)).rga, rise), dot(detailGrain(p + vec2(0.0, e)).rga, rise));
        detailSlope += (beside - dot(grain.rga, rise)) / e * detailClose;
      }
    #else
      detailSlope = detailGradient(pressed + 0.6 * dot(grain.rga, rise), p) * detailClose;
    #endif

    if (farmMood.x + farmMood.y > 0.0) {
      float open = farmOpen(farmWorldAt() + vec3(0.0, 0.1, 0.0), 0.3);
      float bare = share.x + share.y;
      float low = 1.0 - dot(share, vec3(grain.r, grain.g, grain.a));
      float hollow = farmGrainAt(p * 0.045) * 0.5 + farmGrainAt(p * 0.19 + 0.3) * 0.3 + 0.2 * low;
      farmDamp = farmMood.x * open;
      float deep = hollow + 0.17 * kinds.w + 0.07 * bare - 0.13 * share.z + 0.1 * tread;
      farmPuddle = farmDamp * smoothstep(0.575, 0.63, deep + 0.12 * (farmMood.x - 1.0));
      // Wet earth is darker and more saturated, not black.
      vec3 soaked = color * mix(vec3(0.74, 0.69, 0.64), vec3(0.82), share.z);
      color = mix(color, soaked * (0.9 + 0.2 * low), farmDamp);
      color = mix(color, color * 0.5 + vec3(0.02, 0.019, 0.016), farmPuddle);

      // Blades shed water.
      farmDamp *= 1.0 - 0.5 * share.z;

      // Snow fills hollows first; blades, clods and wheel tracks come through where it is thin.
      float lies = farmMood.y * open;
      float drifts = farmGrainAt(p * 0.021) * 0.55 + farmGrainAt(p * 0.083 + 0.4) * 0.45;
      float through = share.x * grain.r * 0.5 + share.y * grain.g * 0.55 + share.z * grain.a * 0.75 + 0.42 * kinds.w + 0.12 * sown * belt;
      detailWhite = lies * smoothstep(0.62, 0.36, through - 0.55 * (drifts - 0.5) - 0.34 * lies + 0.3);
      color = mix(color, mix(vec3(0.8, 0.835, 0.9), vec3(0.9, 0.905, 0.91), drifts), detailWhite * 0.97);
      farmPuddle *= 1.0 - detailWhite;
      farmDamp *= 1.0 - 0.7 * detailWhite;
      if (detailWhite > 0.0) {
        // Drifts by the wind: long waves across it, and small ones on them.
        vec2 q = vec2(p.x * 0.55 + p.y * 0.2, p.y * 0.9 - p.x * 0.12);
        float e = 0.1 + footprint;
        float wave = farmGrainAt(q * 0.11);
        vec2 slope = vec2(farmGrainAt(q * 0.11 + vec2(e * 0.11, 0.0)) - wave, farmGrainAt(q * 0.11 + vec2(0.0, e * 0.11)) - wave) / e * 0.5;
        #ifdef DETAIL_FINE
          wave = farmGrainAt(q * 0.5);
          slope += vec2(farmGrainAt(q * 0.5 + vec2(e * 0.5, 0.0)) - wave, farmGrainAt(q * 0.5 + vec2(0.0, e * 0.5)) - wave) / e * 0.1 * near;
        #endif
        detailSlope = mix(detailSlope, slope + detailSlope * 0.25, detailWhite);
      }
    }
    detailSlope *= 1.0 - farmPuddle;
    diffuseColor.rgb = color;
  }
`;

export const GROUND_NORMAL = /* glsl */ `
  normal = normalize(mat3(viewMatrix) * vec3(-detailSlope.x, 1.0, -detailSlope.y));
`;

/** Wet sheen and puddles; glitter of snow. After the light of the ground is added up. */
export const GROUND_SHINE = /* glsl */ `
  outgoingLight += diffuseColor.rgb * farmLamplight(normal);
  {
    vec3 toEye = normalize(transpose(mat3(viewMatrix)) * vViewPosition);
    float away = length(vViewPosition);
    if (farmDamp > 0.0) {
      vec3 up = normalize(vec3(-detailSlope.x, 1.0, -detailSlope.y) * vec3(0.5, 1.0, 0.5));
      if (farmMood.w > 0.0 && away < 45.0) {
        // Rings of raindrops, each in its own cell and phase; two sizes.
        for (int ring = 0; ring < DETAIL_RINGS; ring++) {
          vec2 q = vGround * (ring == 0 ? 3.2 : 6.1) + float(ring) * 0.37;
          vec2 cell = floor(q);
          float age = fract(farmAir.x * 1.3 + farmHash(cell));
          vec2 from = fract(q) - 0.3 - 0.4 * vec2(farmHash(cell + 3.1), farmHash(cell + 8.7));
          float r = length(from);
          float wave = sin((r - age * 0.55) * 42.0) * smoothstep(0.1, 0.0, abs(r - age * 0.5)) * (1.0 - age);
          up.xz += normalize(from + 1e-4) * wave * 0.5 * farmMood.w * smoothstep(45.0, 8.0, away);
        }
        #ifdef DETAIL_FINE
          // A film that runs.
          vec2 run = vGround * 0.9 + vec2(0.0, farmAir.x * 0.35);
          up.xz += (vec2(farmGrainAt(run), farmGrainAt(run + 0.37)) - 0.5) * 0.16 * farmMood.w;
        #endif
        up = normalize(up);
      }
      vec3 mirrored = reflect(-toEye, up);
      mirrored.y = abs(mirrored.y);
      float facing = 1.0 - max(dot(toEye, up), 0.0);
      float fresnel = 0.03 + 0.97 * facing * facing * facing * facing * facing;
      float sheen = farmDamp * mix(0.34, 0.62, detailFlow.y) * smoothstep(0.1, 0.9, facing);
      float share = mix(sheen, 1.0, farmPuddle);
      vec3 sky = skyCovered(mirrored) * 0.9 * mix(0.35, 1.0, detailFree);
      float glint = pow(max(dot(mirrored, farmLight), 0.0), mix(40.0, 260.0, farmPuddle));
      outgoingLight = mix(outgoingLight, sky, clamp(fresnel * share * 1.25 + 0.05 * farmPuddle, 0.0, 0.9));
      outgoingLight += skyGlow * skyMood.x * glint * mix(0.25 * farmDamp, 3.0, farmPuddle);
      #ifdef DETAIL_FINE
      // Lamps and the lit house stand in wet ground as streaks.
      if (farmMood.z > 0.02) outgoingLight += detailNight(detailAt() + vec3(mirrored.x, 0.0, mirrored.z) * 3.0, vec3(0.0, 1.0, 0.0)) * share * (0.15 + fresnel) * 0.6;
      #endif
    }
    if (detailWhite > 0.0) {
      // Single crystals flash.
      vec2 q = vGround * 90.0;
      vec2 cell = floor(q);
      vec3 face = normalize(vec3(farmHash(cell) - 0.5, 0.75, farmHash(cell + 4.3) - 0.5));
      float flash = pow(max(dot(reflect(-toEye, face), detailSun.xyz), 0.0), 60.0);
      outgoingLight += detailSunlight * flash * detailWhite * 0.5 * smoothstep(14.0, 3.0, away);
      // Light that has gone through snow is blue.
      outgoingLight *= mix(vec3(1.0), vec3(0.95, 0.985, 1.04), detailWhite);
    }
  }
`;

/** Grass against the light is bright; its feet are in the shade. */
export const GRASS_COLOR = /* glsl */ `
  detailLeaf = 0.8;
  diffuseColor.rgb *= mix(0.72, 1.12, smoothstep(0.0, 0.14, vTuft.z));
  // Wet blades mirror the sky, as the ground between them does.
  diffuseColor.rgb = mix(diffuseColor.rgb * (1.0 + 0.4 * farmMood.x), vec3(0.26, 0.3, 0.25), 0.35 * farmMood.x * smoothstep(0.02, 0.14, vTuft.z));
`;
