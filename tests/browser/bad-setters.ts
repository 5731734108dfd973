/**
 * Invalid arguments for the setters of the other entries, and the field that the typed error names. In the
 * page: `w` a SceneWeather, `p` a Plot, `lights`, `led`, `rows` of plants, `field` a CropField, `film`, `e`
 * an editor, `session` a running transform of `a`, `m` a region map without a map, `player` of an object with
 * clips.
 */
export const BAD_SETTERS = [
  ['a weather that there is not', 'weather((w) => w.set("hail"))', 'kind'],
  ['a weather of no range', 'weather((w) => w.setRange(NaN))', 'range'],
  ['rain of words', 'weather((w) => w.set("rain", { intensity: "much" }))', 'intensity'],
  ['clearing in no time', 'weather((w) => w.clear({ seconds: NaN }))', 'seconds'],
  ['a time that is none', 'weather((w) => w.setTime("noon", { latitude: 1, longitude: 1 }))', 'time'],
  ['a date that is none', 'weather((w) => w.setTime(new Date("x"), { latitude: 1, longitude: 1 }))', 'time'],
  ['the sun of nowhere', 'weather((w) => w.setTime(new Date(0)))', 'position'],
  [
    'the sun beyond the pole',
    'weather((w) => w.setTime(new Date(0), { latitude: 91, longitude: 0 }))',
    'position.latitude',
  ],
  ['a fog in which nothing is seen', 'weather((w) => { w.visibility = 0; })', 'visibility'],
  ['a wind from below', 'weather((w) => { w.wind = -1; })', 'wind'],
  ['a plot without a boundary', 'new entries.farm.Plot(v, { boundary: [] })', 'boundary'],
  ['a plot of no size', 'new entries.farm.Plot(v, { boundary: FIELD, modelSizeRatio: 0 })', 'modelSizeRatio'],
  ['a plot nowhere', 'new entries.farm.Plot(v, { boundary: FIELD, at: { x: 1, y: NaN, z: 0 } })', 'at.y'],
  ['soil of no moisture', 'plot((p) => p.setMoisture(NaN))', 'part'],
  ['a grade of no colour', 'plot((p) => p.setGrade("reddish"))', 'color'],
  ['a grade of no weight', 'plot((p) => p.setGrade("red", 2))', 'weight'],
  ['furrows to nowhere', 'plot((p) => p.setFurrows(Infinity))', 'angle'],
  ['a number as texture', 'plot((p) => p.setTexture(7))', 'image'],
  ['a heat map of nothing', 'plot((p) => p.showHeatMap([]))', 'points'],
  ['a heat map of no number', 'plot((p) => p.showHeatMap([{ x: 0, z: 0, value: NaN }]))', 'points[0].value'],
  [
    'a heat map without opacity',
    'plot((p) => p.showHeatMap([{ x: 0, z: 0, value: 1 }], { opacity: NaN }))',
    'opacity',
  ],
  [
    'a heat map upside down',
    'plot((p) => p.showHeatMap([{ x: 0, z: 0, value: 1 }], { low: 2, high: 1 }))',
    'high',
  ],
  ['rows of no distance', 'plot((p) => entries.farm.rowsOnPlot(p.shape, { row: 0, plant: 1 }))', 'row'],
  ['lights without a catalogue', 'new entries.farm.ProductLights(v, {})', 'catalogue'],
  ['a light of no level', 'lights((l) => l.setLevel("a", 2))', 'level'],
  ['a screen without dots', 'new entries.farm.LedScreen(v, { equipmentId: "a", width: 0 })', 'width'],
  ['a text of a number', 'led((l) => l.setEntries([{ text: 7 }]))', 'entries[0].text'],
  ['a text of no colour', 'led((l) => l.setEntries([{ text: "x", color: "reddish" }]))', 'entries[0].color'],
  ['texts that are no list', 'led((l) => l.setEntries("x"))', 'entries'],
  ['rows of no plants', 'new entries.farm.PlantRowsMesh([])', 'rows'],
  [
    'a row to nowhere',
    'new entries.farm.PlantRowsMesh([{ x: 0, y: 0, z: NaN, stepX: 1, stepZ: 0, count: 3 }])',
    'rows[0].z',
  ],
  ['a plant beyond the row', 'rows((r) => r.plantAt(0, 9))', 'index'],
  ['a plant of no row', 'rows((r) => r.plantAt(4, 0))', 'row'],
  ['distances of nothing', 'rows((r) => r.setLodDistances({ near: 1 }))', 'lodDistances.far'],
  ['valves that are open twice', 'water((w) => w.setFlow(2))', 'flow'],
  ['film that is open twice', 'film((f) => f.setProgress(2))', 'progress'],
  [
    'crops of no date',
    'new entries.farm.CropField(v, { rows: [ROW], stages: [], plantedOn: "May" })',
    'plantedOn',
  ],
  [
    'growth beyond the season',
    'new entries.farm.CropField(v, { rows: [ROW], stages: [], growth: 2 })',
    'growth',
  ],
  [
    'crops of neither date nor growth',
    'new entries.farm.CropField(v, { rows: [ROW], stages: [] })',
    'plantedOn',
  ],
  [
    'a plot of polygons without corners',
    'new entries.farm.Plot(v, { boundary: { polygons: [{ outline: [[0, 0]] }] } })',
    'boundary.polygons[0].outline',
  ],
  ['an editor that is half enabled', 'editor((e) => { e.enabled = "half"; })', 'enabled'],
  ['choosing an area by words', 'editor((e) => { e.areaSelect = 1; })', 'areaSelect'],
  ['choosing a word in the editor', 'editor((e) => e.select("a"))', 'ids'],
  ['a grid of nothing', 'editor((e) => e.setSnap({ grid: 0 }))', 'snap.grid'],
  ['handles on nothing', 'editor((e) => e.beginTransform([]))', 'ids'],
  ['handles of another mode', 'editor((e) => e.beginTransform("a", "bend"))', 'mode'],
  ['aligning along no axis', 'editor((e) => e.align("w", "min", ["a"]))', 'axis'],
  ['aligning at no edge', 'editor((e) => e.align("x", "left", ["a"]))', 'edge'],
  ['nudging by nothing', 'editor((e) => e.nudge({ x: 0, y: 0 }, ["a"]))', 'by.z'],
  ['rotating by words', 'editor((e) => e.rotate("90", ["a"]))', 'angle'],
  ['scaling by 0', 'editor((e) => e.scale(0, ["a"]))', 'factor'],
  ['placing nothing by keys', 'editor((e) => e.beginKeyboardPlacement(null))', 'item'],
  [
    'placing something without an id',
    'editor((e) => e.beginKeyboardPlacement({ name: "x", modelPath: null }))',
    'item.id',
  ],
  [
    'placing without a pointer',
    'editor((e) => e.beginPlacement({ id: "n", name: "n", modelPath: null }))',
    'pointer',
  ],
  ['an exact place that is none', 'session((s) => s.set({ position: { x: 1, y: 2 } }))', 'position.z'],
  ['an exact scale of 0', 'session((s) => s.set({ scale: { x: 1, y: 0, z: 1 } }))', 'scale.y'],
  ['moving a session by NaN', 'session((s) => s.moveBy({ x: NaN, y: 0, z: 0 }))', 'by.x'],
  ['another mode of a session', 'session((s) => s.setMode("bend"))', 'mode'],
  ['a map in nothing', 'new entries.region.RegionMap(null)', 'container'],
  [
    'a map of an unknown language',
    'new entries.region.RegionMap(host(), { locale: "fr" })',
    'options.locale',
  ],
  ['a map of no workers', 'new entries.region.RegionMap(host(), { workers: 0 })', 'options.workers'],
  [
    'a map with a colour that is none',
    'new entries.region.RegionMap(host(), { style: { topColor: "reddish" } })',
    'options.style.topColor',
  ],
  ['a projection that is none', 'map((m) => m.setProjection({}))', 'projection'],
  ['a place of words', 'map((m) => m.toWorld("Chengdu"))', 'lngLat'],
  ['a place without latitude', 'map((m) => m.toWorld([104, undefined]))', 'lngLat[1]'],
  ['a point that is none', 'map((m) => m.toLngLat({ x: 1 }))', 'point.z'],
  ['values without a scale', 'map((m) => m.setValues({ a: 1 }))', 'scale'],
  ['values of a scale without stops', 'map((m) => m.setValues({ a: 1 }, { stops: [] }))', 'scale.stops'],
  [
    'a stop of no colour',
    'map((m) => m.setValues({ a: 1 }, { stops: [{ from: 0, color: "reddish" }] }))',
    'scale.stops[0].color',
  ],
  ['a style of words', 'map((m) => m.setStyle({ depth: "high" }))', 'style.depth'],
  ['the colour of a region', 'map((m) => m.setRegionStyle("a", { color: 7 }))', 'color'],
  ['the weather of a map', 'map((m) => m.setWeather("hail"))', 'kind'],
  ['names by a word', 'map((m) => m.setLabels("on"))', 'isOn'],
  ['a graticule of no opacity', 'map((m) => m.setGraticule({ opacity: 3 }))', 'opacity'],
  ['padding by words', 'map((m) => m.setPadding({ left: "20px" }))', 'padding.left'],
  ['choosing one region', 'map((m) => m.select("a"))', 'ids'],
  ['picking a map nowhere', 'map((m) => m.pick(NaN, 0))', 'clientX'],
  ['a marker nowhere', 'map((m) => m.markers.add({ position: [NaN, 0] }))', 'position[0]'],
  ['a marker of no size', 'map((m) => m.markers.add({ position: [104, 30], size: 0 }))', 'size'],
  ['a line of one point', 'map((m) => m.flows.add({ path: [[104, 30]] }))', 'path'],
  ['a line to nowhere', 'map((m) => m.flows.add({ path: [[104, 30], [105]] }))', 'path[1]'],
  ['a ring of no colour', 'map((m) => m.rings.add({ position: [104, 30], color: "reddish" }))', 'color'],
  ['a label pinned by a number', 'v.labels.pin(7)', 'id'],
  ['a camera of no aspect', 'v.camera.setAspect(0)', 'aspect'],
  ['a camera that is half enabled', 'v.camera.enabled = 1', 'enabled'],
  ['fitting nothing into the camera', 'v.camera.fit(null)', 'box'],
  ['a screenshot of half a pixel', 'v.screenshot({ width: 0.5 })', 'width'],
  [
    'folders that are no list',
    'new engine.FarmViewer(view, { resourceFolders: "/x/" })',
    'options.resourceFolders',
  ],
] as const;

/** Defines what the rows use, in the page. */
export const SETTER_SCOPE = `
  const { entries, editing } = window;
  const FIELD = [[104, 30], [104.001, 30], [104.001, 30.001], [104, 30.001]];
  const ROW = { x: 0, y: 0, z: 0, stepX: 1, stepZ: 0, count: 3 };
  const host = () => {
    const element = document.createElement('div');
    element.style.cssText = 'width:10px;height:10px';
    document.body.append(element);
    return element;
  };
  const within = (make) => async (use) => {
    const made = make();
    try { return await use(made); } finally { made.dispose(); }
  };
  const weather = within(() => new entries.weather.SceneWeather(v, { ambientMotion: false }));
  const plot = within(() => new entries.farm.Plot(v, { boundary: FIELD }));
  const lights = within(() => new entries.farm.ProductLights(v, { catalogue: [] }));
  const led = within(() => new entries.farm.LedScreen(v, { equipmentId: 'a' }));
  const rows = within(() => new entries.farm.PlantRowsMesh([ROW]));
  const film = within(() => new entries.farm.RollingFilm(v));
  const water = within(() => new entries.farm.DripWater(v));
  const editor = within(() => new editing.SceneEditor(v));
  const session = (use) => editor((e) => use(e.beginTransform('a')));
  const map = within(() => new entries.region.RegionMap(host(), { projection: entries.region.createMercator() }));
`;
