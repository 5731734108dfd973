// The peers are absent until a benchmark runs, so the type check knows them by name only.
declare module '@antv/l7';
declare module '@babylonjs/core/*';
declare module '@deck.gl/core';
declare module '@deck.gl/layers';
declare module '@three.ez/instanced-mesh';
declare module 'three-nebula';
declare module 'three.quarks';
declare module '@google/model-viewer/dist/*';
