/** `sceneDevice` texts as saved by programs, and as written after reading. */
export interface SceneDeviceFixture {
  readonly what: string;
  /** The text in the database. */
  readonly saved: string;
  /** The text that is written back without an edit. */
  readonly written: string;
}

/** Looking from (12, 9, 20) at (0, 1, 0), as three 0.187's camera.lookAt gives it (to the last digit but one). */
const ROTATION = '{"x":-0.3805063771123649,"y":0.5082672461712842,"z":0.19226120850552728}';

export const FIXTURES: readonly SceneDeviceFixture[] = [
  {
    what: 'the form of the specification comes back byte for byte',
    saved: `{"controlsTarget":{"x":0,"y":1,"z":0},"cameraPosition":{"x":12,"y":9,"z":20},"cameraRotation":${ROTATION},"equData":[{"id":"1f0c","position":{"x":1.5,"y":0,"z":-2.25},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0.7853981633974483,"z":0}}],"otherScene":[]}`,
    written: `{"controlsTarget":{"x":0,"y":1,"z":0},"cameraPosition":{"x":12,"y":9,"z":20},"cameraRotation":${ROTATION},"equData":[{"id":"1f0c","position":{"x":1.5,"y":0,"z":-2.25},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0.7853981633974483,"z":0}}],"otherScene":[]}`,
  },
  {
    what: 'a parent scene with greenhouses, each with its own equipment',
    saved:
      '{"equData":[],"otherScene":[{"bigModel":{"id":"g1","position":{"x":1,"y":0,"z":2},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0},"name":"一号棚"},"equData":[{"id":"d1","position":{"x":0.5,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0}}]}]}',
    written:
      '{"equData":[],"otherScene":[{"bigModel":{"id":"g1","position":{"x":1,"y":0,"z":2},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0},"name":"一号棚"},"equData":[{"id":"d1","position":{"x":0.5,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0}}]}]}',
  },
  {
    what: "three's own fields, arrays and numbers as text become {x,y,z}",
    saved:
      '{"equData":[{"id":"a","position":[1,2,3],"rotation":{"isEuler":true,"_x":0.1,"_y":0.2,"_z":0.3,"_order":"XYZ"},"scale":{"x":"1.5","y":"2","z":"0.5"}},{"id":"b","rotation":[0,1.25,0,"XYZ"]}]}',
    written:
      '{"equData":[{"id":"a","position":{"x":1,"y":2,"z":3},"scale":{"x":1.5,"y":2,"z":0.5},"rotation":{"x":0.1,"y":0.2,"z":0.3}},{"id":"b","position":{"x":0,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":1.25,"z":0}}],"otherScene":[]}',
  },
  {
    what: 'unknown keys survive at every depth',
    saved:
      '{"version":3,"fog":{"near":1,"far":[2,3]},"equData":[{"id":"a","position":{"x":1,"y":2,"z":3,"w":4},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0},"colour":"#fff","locked":true}],"otherScene":[{"bigModel":{"id":"g","position":{"x":0,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1,"uniform":true},"rotation":{"x":0,"y":0,"z":0},"name":"棚","roof":"film"},"equData":[],"crop":{"kind":"番茄"}}]}',
    written:
      '{"equData":[{"id":"a","position":{"x":1,"y":2,"z":3,"w":4},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0},"colour":"#fff","locked":true}],"otherScene":[{"bigModel":{"id":"g","position":{"x":0,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1,"uniform":true},"rotation":{"x":0,"y":0,"z":0},"name":"棚","roof":"film"},"equData":[],"crop":{"kind":"番茄"}}],"version":3,"fog":{"near":1,"far":[2,3]}}',
  },
  {
    what: 'unknown keys of the camera survive',
    saved: `{"controlsTarget":{"x":0,"y":1,"z":0,"damping":2},"cameraPosition":{"x":12,"y":9,"z":20,"fov":50},"cameraRotation":{"x":0,"y":0,"z":0,"roll":1},"equData":[],"otherScene":[]}`,
    written: `{"controlsTarget":{"x":0,"y":1,"z":0,"damping":2},"cameraPosition":{"x":12,"y":9,"z":20,"fov":50},"cameraRotation":${ROTATION.slice(0, -1)},"roll":1},"equData":[],"otherScene":[]}`,
  },
  {
    what: 'a camera whose position cannot be read is kept whole',
    saved:
      '{"controlsTarget":{"x":0,"y":1,"z":0},"cameraPosition":"above","cameraRotation":{"x":1,"y":2,"z":3},"equData":[],"otherScene":[]}',
    written:
      '{"controlsTarget":{"x":0,"y":1,"z":0},"cameraPosition":"above","cameraRotation":{"x":1,"y":2,"z":3},"equData":[],"otherScene":[]}',
  },
  {
    what: 'a greenhouse with a numeric id and no name, whose list has what is no equipment',
    saved: '{"otherScene":[{"bigModel":{"id":7},"equData":[{"id":1},{"id":7},5]}]}',
    written:
      '{"equData":[],"otherScene":[{"bigModel":{"id":7,"position":{"x":0,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0},"name":""},"equData":[{"id":1,"position":{"x":0,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0}},{"id":7},5]}]}',
  },
  {
    what: 'ids that are empty or no number are none, and a greenhouse that is there already is kept aside',
    saved:
      '{"equData":[{"id":"a"},{"id":""},{"id":true},{"id":null}],"otherScene":[{"bigModel":{"id":"a","name":"x"}},{"bigModel":"b"},{"bigModel":{"id":"","name":"y"}}]}',
    written:
      '{"equData":[{"id":"a","position":{"x":0,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0}},{"id":""},{"id":true},{"id":null}],"otherScene":[{"bigModel":{"id":"a","name":"x"}},{"bigModel":"b"},{"bigModel":{"id":"","name":"y"}}]}',
  },
  {
    what: 'numeric ids stay numbers',
    saved:
      '{"equData":[{"id":42,"position":{"x":0,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0}}],"otherScene":[]}',
    written:
      '{"equData":[{"id":42,"position":{"x":0,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0}}],"otherScene":[]}',
  },
  {
    what: 'what cannot be read as equipment or a greenhouse is kept at the end of its list',
    saved:
      '{"equData":[null,"x",{"position":{"x":1,"y":1,"z":1}},{"id":"a"},{"id":"a","note":"again"}],"otherScene":[7,{"equData":[{"id":"lost"}]}]}',
    written:
      '{"equData":[{"id":"a","position":{"x":0,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0}},null,"x",{"position":{"x":1,"y":1,"z":1}},{"id":"a","note":"again"}],"otherScene":[7,{"equData":[{"id":"lost"}]}]}',
  },
  {
    what: 'a rotation that contradicts position and target is written anew; they rule',
    saved:
      '{"controlsTarget":{"x":0,"y":1,"z":0},"cameraPosition":{"x":12,"y":9,"z":20},"cameraRotation":{"x":9,"y":9,"z":9},"equData":[],"otherScene":[]}',
    written: `{"controlsTarget":{"x":0,"y":1,"z":0},"cameraPosition":{"x":12,"y":9,"z":20},"cameraRotation":${ROTATION},"equData":[],"otherScene":[]}`,
  },
  {
    what: 'half a camera is no camera, and is kept',
    saved: '{"controlsTarget":{"x":0,"y":1,"z":0},"equData":[],"otherScene":[]}',
    written: '{"controlsTarget":{"x":0,"y":1,"z":0},"equData":[],"otherScene":[]}',
  },
  {
    what: 'a text that was encoded twice',
    saved: '"{\\"equData\\":[],\\"mark\\":\\"双重\\"}"',
    written: '{"equData":[],"otherScene":[],"mark":"双重"}',
  },
  {
    what: 'a key named __proto__ is a key like others',
    saved:
      '{"equData":[{"id":"a","position":{"x":0,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0},"__proto__":{"polluted":true}}],"otherScene":[],"__proto__":{"a":1}}',
    written:
      '{"equData":[{"id":"a","position":{"x":0,"y":0,"z":0},"scale":{"x":1,"y":1,"z":1},"rotation":{"x":0,"y":0,"z":0},"__proto__":{"polluted":true}}],"otherScene":[],"__proto__":{"a":1}}',
  },
];
