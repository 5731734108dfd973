/** Declarations for surfaces and plants. */
export const SURFACE_PARS = /* glsl */ `
  /** Snow lies in patches on leaves, and only on what is nearly level. */
  float detailSnow(float up, float grain) {
    #ifdef DETAIL_LEAFY
      return 0.85 * smoothstep(0.38, 0.8, up * 0.55 + grain * 0.75 - 0.18);
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
    float detailMottle = texture2D(farmGrain, detailSpot.xz * 1.9 + detailSpot.y * 1.3).r;
    diffuseColor.rgb *= mix(vec3(1.0), mix(vec3(0.74, 0.8, 0.7), vec3(1.22, 1.14, 1.0), detailMottle), detailLeaf);
    #ifdef DETAIL_TREE
      float detailCrown = detailLeaf * smoothstep(1.2, 1.7, detailSpot.y);
    #else
      // Crowns of trees begin above the highest crop.
      float detailCrown = detailLeaf * smoothstep(2.6, 3.2, detailSpot.y);
    #endif
    if (detailCrown > 0.0) {
      // Twigs instead of facets: a surface seen from the side is open, and the rest has light and dark leaves.
      vec3 detailFlat = normalize(cross(dFdx(vViewPosition), dFdy(vViewPosition)));
      float detailFacing = abs(dot(detailFlat, normalize(vViewPosition)));
      float detailTwigs = 0.5 * texture2D(farmGrain, detailSpot.xy * 0.42 + detailSpot.z * 0.23).r
        + 0.5 * texture2D(farmGrain, detailSpot.zy * 0.97 + detailSpot.x * 0.41).r;
      float detailFine = smoothstep(0.5, 0.08, length(fwidth(detailSpot))) * detailCrown;
      if (detailTwigs < (0.6 - 1.15 * detailFacing) * detailFine) discard;
      diffuseColor.rgb *= mix(1.0, mix(0.45, 1.6, smoothstep(0.25, 0.75, detailTwigs)), detailFine);
    }
  #endif
`;

/** Light that comes through a leaf from behind, added to what falls on it. For three's `RE_Direct_…`. */
export const LEAF_LIGHT = /* glsl */ `
  {
    float detailBehind = saturate(dot(-geometryNormal, directLight.direction));
    float detailAgainst = pow(saturate(dot(-geometryViewDir, directLight.direction)), 5.0);
    reflectedLight.directDiffuse += detailLeaf * (0.5 * detailBehind + 0.34 * detailAgainst) * directLight.color
      * BRDF_Lambert(material.diffuseColor) * vec3(1.0, 1.4, 0.34);
  }
`;

/** Film against the sun is bright; by night it glows from what is lit inside, most near the ground. */
export const FILM_LIGHT = /* glsl */ `
  #ifdef FARM_SHEER
    if (farmGlow.z > 0.0) {
      vec3 detailRay = normalize(transpose(mat3(viewMatrix)) * -vViewPosition);
      float detailInto = max(dot(detailRay, detailSun.xyz), 0.0);
      totalEmissiveRadiance += detailSunlight * (0.05 * detailInto + 0.16 * pow(detailInto, 10.0)) * (1.0 - farmMood.z);
      float detailLow = exp(-max(detailAt().y, 0.0) * 0.42);
      totalEmissiveRadiance += detailHouseGlow * (0.07 + 0.34 * detailLow);
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

/** How high in its plant a point is: below, leaves are in the shade of those above. For plants of a field. */
export const PLANT_VERTEX = /* glsl */ `
  detailDeep = clamp(position.y / max(cropHabit.z, 0.3), 0.0, 1.0);
`;
export const PLANT_LIGHT = /* glsl */ `
  reflectedLight.indirectDiffuse *= mix(0.42, 1.08, smoothstep(0.0, 0.85, detailDeep));
  reflectedLight.indirectSpecular *= mix(0.3, 1.0, detailDeep);
`;
/** No two plants have the same green. */
export const PLANT_COLOR = /* glsl */ `
  #ifdef USE_COLOR
    vColor.rgb *= mix(vec3(0.93, 1.0, 0.96), vec3(1.1, 1.0, 0.82), fract(cropTint * 7.3));
  #endif
`;
