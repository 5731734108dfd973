/** Declarations for surfaces and plants. */
export const SURFACE_PARS = /* glsl */ `
  uniform sampler2D detailMap;
  /** How much a leaf is part of a tree's crown. */
  float detailCrown = 0.0;
  /** A normal bent by a height, metres, that neighbouring pixels have computed, too. */
  vec3 detailBent(vec3 n, float height) {
    vec3 px = dFdx(vViewPosition), py = dFdy(vViewPosition);
    vec3 beside = cross(py, n), above = cross(n, px);
    float area = dot(px, beside);
    return normalize(abs(area) * n + sign(area) * (dFdx(height) * beside + dFdy(height) * above));
  }
  /** Snow lies in patches on leaves, only on what is nearly level, and more on a crown. */
  float detailSnow(float up, float grain) {
    #ifdef DETAIL_LEAFY
      return 0.85 * smoothstep(0.38, 0.8, up * 0.55 + grain * 0.75 - 0.18 + 0.22 * detailCrown);
    #else
      return 1.0;
    #endif
  }
`;

/** Leaves are known by their colour. */
export const SURFACE_COLOR = /* glsl */ `
  #ifdef DETAIL_LEAFY
    detailLeaf = smoothstep(0.02, 0.22, (diffuseColor.g - max(diffuseColor.r * 0.92, diffuseColor.b)) / max(diffuseColor.g, 0.01));
    // Older leaves below and veins: two tones in one colour.
    vec3 detailSpot = detailAt();
    detailMottle = texture2D(farmGrain, detailSpot.xz * 1.9 + detailSpot.y * 1.3).r;
    diffuseColor.rgb *= mix(vec3(1.0), mix(vec3(0.74, 0.8, 0.7), vec3(1.22, 1.14, 1.0), detailMottle), detailLeaf);
    #ifdef DETAIL_TREE
      detailCrown = detailLeaf * smoothstep(1.2, 1.7, detailSpot.y);
    #else
      // Crowns of trees begin above the highest crop.
      detailCrown = detailLeaf * smoothstep(2.6, 3.2, detailSpot.y);
    #endif
    if (detailCrown > 0.0) {
      // Twigs instead of facets: a surface seen from the side is open, and the rest has light and dark leaves.
      float detailFine = smoothstep(0.5, 0.08, length(fwidth(detailSpot))) * detailCrown;
      float detailTwigs = texture2D(farmGrain, detailSpot.xy * 0.42 + detailSpot.z * 0.23).r;
      #ifdef DETAIL_FINE
        detailTwigs = mix(detailTwigs, texture2D(farmGrain, detailSpot.zy * 0.97 + detailSpot.x * 0.41).r, 0.5);
        vec3 detailFlat = normalize(cross(dFdx(vViewPosition), dFdy(vViewPosition)));
        float detailFacing = abs(dot(detailFlat, normalize(vViewPosition)));
        if (detailTwigs < (0.6 - 1.15 * detailFacing) * detailFine) discard;
      #endif
      diffuseColor.rgb *= mix(1.0, mix(0.45, 1.6, smoothstep(0.25, 0.75, detailTwigs)), detailFine);
      detailMottle = mix(detailMottle, detailTwigs, detailCrown);
    }
  #endif
`;

/** Of a plant of a field, where on its blade a pixel is; see `leafShape`. */
export const BLADE_PARS = /* glsl */ `
  #define DETAIL_BLADE
  varying vec4 vDetailShape;
  float detailRise = 0.0, detailFruit = 0.0;
`;

/** A blade close by has veins, and between their ends an outline that its few triangles do not have. After its colour. */
export const BLADE_COLOR = /* glsl */ `
  #ifdef DETAIL_LEAFY
  if (vDetailShape.z > 0.0) {
    float along = vDetailShape.x, across = vDetailShape.y, width = vDetailShape.z, size = vDetailShape.w;
    float grain = fwidth(along) * 6.0 + fwidth(across);
    float fine = smoothstep(0.9, 0.3, grain);
    // Side veins run forward to the rim; those of grasses along the blade.
    float broad = smoothstep(0.2, 0.35, width);
    float beat = mix(across * 5.0, along * 6.0 - across * 1.3 + size * 37.0, broad);
    float near = abs(fract(beat) - 0.5) * 2.0;
    float bay = (1.0 - near) * (1.0 - near);
    float lobed = 0.34 * smoothstep(0.5, 0.72, width);
    if (across > 1.0 - lobed * bay * smoothstep(1.3, 0.7, grain)) discard;
    float vein = max(smoothstep(0.72, 0.98, near) * mix(0.3, 0.65, broad), smoothstep(0.16, 0.05, across)) * fine;
    diffuseColor.rgb *= mix(vec3(1.0 - 0.2 * fine * (1.0 - bay) * broad), vec3(1.5, 1.4, 1.3), 0.6 * vein);
    detailMottle *= 1.0 - 0.55 * vein;
    detailRise = size * (broad * fine * (0.03 * bay * across - 0.006 * vein) + width * 0.2 * across * (1.0 - 0.8 * across));
  } else detailFruit = smoothstep(0.25, 0.5, 1.0 - diffuseColor.g / max(diffuseColor.r, 0.01));
  // Ripe fruits are glossy, and redder than the light of the morning makes them.
  diffuseColor.rgb *= mix(vec3(1.0), vec3(1.12, 0.8, 0.62), detailFruit);
  #endif
`;
export const BLADE_VERTEX_PARS = /* glsl */ `
  attribute vec4 detailShape;
  varying vec4 vDetailShape;
`;

/** Blades bulge between their veins, and twigs of a crown look to all sides. Before the weather, which looks at the normal. */
export const LEAF_NORMAL = /* glsl */ `
  #if defined(DETAIL_LEAFY) && defined(DETAIL_FINE)
  {
    float detailFar = length(vViewPosition);
    float detailBlade = smoothstep(9.0, 4.0, detailFar) * (1.0 - detailCrown) + smoothstep(90.0, 40.0, detailFar) * detailCrown;
    float detailHeight = detailMottle * mix(0.03, 0.5, detailCrown);
    #ifdef DETAIL_BLADE
      detailHeight = 0.4 * detailHeight + detailRise;
      // A fruit is round: no light of its neighbours, as leaves have.
      normal = normalize(mix(normal, gl_FrontFacing ? vNormal : -vNormal, detailFruit));
      #ifdef STANDARD
        roughnessFactor = mix(roughnessFactor, 0.22, detailFruit);
      #endif
    #endif
    vec3 detailBulge = detailBent(normal, detailHeight);
    normal = normalize(mix(normal, detailBulge, 0.75 * detailLeaf * detailBlade));
  }
  #endif
`;

/** Solids have no textures: a grain of their own, and clods where they are earth. Close by, and in what stands still. */
export const SOLID_GRAIN = /* glsl */ `
  #if defined(STANDARD) && defined(DETAIL_STILL)
  {
    vec3 detailSpot = detailAt();
    float detailNear = smoothstep(0.035, 0.008, length(fwidth(detailSpot))) * (1.0 - detailLeaf);
    float detailClod = 0.0;
    float detailEarth = 0.0;
    if (detailNear > 0.0) {
      vec3 detailUp = transpose(mat3(viewMatrix)) * normal;
      // From above, or along a wall.
      vec2 detailOn = abs(detailUp.y) > 0.6 ? detailSpot.xz : vec2(detailSpot.x + detailSpot.z, detailSpot.y);
      vec4 detailMarks = texture2D(detailMap, detailOn * 0.8);
      detailClod = detailMarks.g;
      // Brown and dark.
      vec3 detailTint = diffuseColor.rgb / max(diffuseColor.r, 0.001);
      detailEarth = step(0.6, detailUp.y) * smoothstep(0.9, 0.75, detailTint.g) * smoothstep(0.3, 0.38, detailTint.g)
        * smoothstep(0.62, 0.5, detailTint.b) * smoothstep(0.45, 0.3, diffuseColor.r);
      float detailDull = detailNear * smoothstep(0.3, 0.7, roughnessFactor) * (1.0 - metalnessFactor);
      float detailWorn = 0.9 + 0.1 * detailMarks.b;
      #ifdef DETAIL_FINE
        detailWorn += 0.14 * (texture2D(farmGrain, detailOn * 0.31).r - 0.42);
      #endif
      diffuseColor.rgb *= mix(1.0, mix(detailWorn, 0.45 + 1.25 * detailClod, detailEarth), detailDull);
      detailEarth *= detailDull;
    }
    #ifdef DETAIL_FINE
      normal = normalize(mix(normal, detailBent(normal, detailClod * 0.035), detailEarth));
    #endif
  }
  #endif
`;

/** Light that comes through a leaf from behind, added to what falls on it. For three's `RE_Direct_…`. */
export const LEAF_LIGHT = /* glsl */ `
  {
    float detailBehind = saturate(dot(-geometryNormal, directLight.direction));
    float detailAgainst = pow(saturate(dot(-geometryViewDir, directLight.direction)), 5.0);
    reflectedLight.directDiffuse += detailLeaf * mix(0.7, 1.25, detailMottle) * (0.42 * detailBehind + 0.2 * detailAgainst) * directLight.color
      * BRDF_Lambert(material.diffuseColor) * vec3(0.72, 1.3, 0.12);
  }
`;

/** Film is dusty, with streaks down its slope and folds between what holds it; against the sun it is bright; by night it glows from what is lit inside, most near the ground. */
export const FILM_LIGHT = /* glsl */ `
  #ifdef FARM_SHEER
    if (farmGlow.z > 0.0) {
      vec3 detailSkin = detailAt();
      vec3 detailOut = transpose(mat3(viewMatrix)) * normal;
      float detailRun = abs(detailOut.x) > abs(detailOut.z) ? detailSkin.z : detailSkin.x;
      float detailBroad = texture2D(farmGrain, vec2(detailRun * 0.17, detailSkin.y * 0.13)).r;
      float detailStreak = texture2D(farmGrain, vec2(detailRun * 1.3, detailSkin.y * 0.09 + 0.4)).r;
      float detailDust = smoothstep(0.42, 0.78, 0.5 * detailBroad + 0.5 * detailStreak) * (1.0 - 0.7 * farmMood.x);
      normal = normalize(normal + mat3(viewMatrix) * vec3(detailBroad - 0.5, 0.0, detailStreak - 0.5) * 0.16);
      diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.74, 0.71, 0.64), 0.5 * detailDust * (1.0 - farmMood.y));
      diffuseColor.a = min(1.0, diffuseColor.a + (0.04 + 0.2 * detailDust) * (1.0 - 0.8 * farmMood.z));
      vec3 detailRay = normalize(transpose(mat3(viewMatrix)) * -vViewPosition);
      float detailInto = max(dot(detailRay, detailSun.xyz), 0.0);
      totalEmissiveRadiance += detailSunlight * (0.05 * detailInto + 0.16 * pow(detailInto, 10.0)) * (1.0 - farmMood.z);
      // By night what is below the roof is brighter than the film, which would hide it.
      totalEmissiveRadiance *= mix(1.0, 0.42, farmMood.z);
      float detailLow = exp(-max(detailAt().y, 0.0) * 0.42);
      totalEmissiveRadiance += detailHouseGlow * (0.03 + 0.24 * detailLow);
    }
  #endif
`;

/** Crops and crowns of a base model sway, more with height. */
export const SWAY = /* glsl */ `
  {
    float detailHigh = max(transformed.y - 0.25, 0.0);
    float detailGust = 0.55 + 0.45 * sin(farmAir.x * 1.1 + transformed.x * 0.21 + transformed.z * 0.17);
    float detailBeat = farmAir.x * 2.3 + transformed.x * 1.7 + transformed.z * 2.3;
    float detailGreen = 1.0;
    #ifdef USE_COLOR
      detailGreen = smoothstep(0.0, 0.15, (color.g - max(color.r * 0.92, color.b)) / max(color.g, 0.01));
    #endif
    transformed.xz += vec2(sin(detailBeat), cos(detailBeat * 0.83)) * min(detailHigh, 6.0) * 0.011 * detailGust * detailGreen * farmAir.y;
  }
`;

/** How high in its plant a point is: below, leaves are in the shade of those above. For plants of a field, with their blades. */
export const PLANT_VERTEX = /* glsl */ `
  detailDeep = clamp(position.y / max(cropHabit.z, 0.3), 0.0, 1.0);
  vDetailShape = detailShape;
`;
export const PLANT_LIGHT = /* glsl */ `
  reflectedLight.indirectDiffuse *= mix(0.42, 1.08, smoothstep(0.0, 0.85, detailDeep));
  // Dry leaves are matt: a low sky in them is not paler than they are green.
  float detailMatt = 1.0 - 0.7 * detailLeaf * (1.0 - farmMood.x);
  reflectedLight.indirectSpecular *= mix(0.3, 1.0, detailDeep) * detailMatt;
  reflectedLight.directSpecular *= detailMatt;
`;
/** No two plants have the same green. */
export const PLANT_COLOR = /* glsl */ `
  #ifdef USE_COLOR
    vColor.rgb *= mix(vec3(0.93, 1.0, 0.96), vec3(1.1, 1.0, 0.82), fract(cropTint * 7.3));
  #endif
`;

/** Most tufts stand close to the camera, where they are seen one by one. In the vertex shader of the grass. */
export const GRASS_PLACE = /* glsl */ `
  float detailShort = 1.0;
  if (fract(seed.w * 13.7) < 0.62) {
    detailShort = 0.8 * (1.0 - 0.95 * farmMood.y);
    // Seven metres ahead.
    vec2 detailAhead = cameraPosition.xz - vec2(viewMatrix[0][2], viewMatrix[2][2]) * 7.0;
    tuftAt = mod(seed.xy * 20.0 - detailAhead, 20.0) - 10.0;
    // From high above they are not.
    tuftFar = length(tuftAt) / 10.0 + smoothstep(8.0, 16.0, cameraPosition.y);
    tuftAt += detailAhead;
  }
`;
