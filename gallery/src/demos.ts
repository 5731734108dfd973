import type { Stage, Text } from './stage.ts';

export interface Demo {
  readonly id: string;
  readonly group: Text;
  readonly title: Text;
  readonly about: Text;
}

interface Group {
  readonly name: Text;
  readonly demos: readonly (readonly [id: string, title: Text, about: Text])[];
}

const GROUPS: readonly Group[] = [
  {
    name: ['场景', 'Scene'],
    demos: [
      [
        'start',
        ['第一个场景', 'A first scene'],
        [
          '温室、设备和标签：一个元素、一次加载。',
          'A greenhouse, devices and labels: one element, one call.',
        ],
      ],
      [
        'loading',
        ['加载与替代', 'Loading and fallback'],
        [
          '模型在工作线程里解析；缺失或损坏的用替代模型，并说明原因。',
          'Models are parsed in workers; one that is missing or broken is replaced, and says why.',
        ],
      ],
      [
        'scale',
        ['一万台设备', 'Ten thousand devices'],
        [
          '每种设备几次绘制；在线、报警和转速每秒更新。',
          'A few draws for each kind; online, alarm and speed change every second.',
        ],
      ],
      [
        'labels',
        ['标签', 'Labels'],
        [
          '近处是元素，远处随场景绘制，再远是点；互不遮挡。',
          'Elements near by, drawn with the scene farther off, dots beyond; none over another.',
        ],
      ],
      [
        'picking',
        ['拾取与悬停', 'Picking and hover'],
        [
          '指针停下即拾取，微秒级。点一下，或框选。',
          'What is under the pointer, in microseconds. Hover, click, or box.',
        ],
      ],
      [
        'selection',
        ['选择与相机', 'Selection and camera'],
        [
          '选中、飞到、看全部；1 秒回到保存的视角。',
          'Select, fly to, fit; back to the saved view in a second.',
        ],
      ],
      [
        'plugin',
        ['插件', 'A plugin'],
        [
          '一道围栏：自己的物体、拾取和标签，不到八十行；卸下后什么都不留。',
          'A fence with objects, picking and a label of its own, in under eighty lines; nothing is left of it.',
        ],
      ],
    ],
  },
  {
    name: ['动作', 'Motion'],
    demos: [
      [
        'animation',
        ['动画', 'Animation'],
        [
          '按名称播放，0.5 秒淡入淡出；或由遥测驱动开度和转速。',
          'Clips by name with half-second fades; or opening and speed driven by telemetry.',
        ],
      ],
      [
        'rolling-film',
        ['卷膜', 'Rolling film'],
        ['六幅、间距 4.1 米，随时可设定开度。', 'Six bays, 4.1 m apart; the opening can be set at any time.'],
      ],
      [
        'led',
        ['LED 屏', 'LED screen'],
        ['96 × 48 点阵，中文，过长则滚动。', '96 × 48 dots, Chinese, scrolling when too long.'],
      ],
      [
        'product-light',
        ['补光灯', 'Grow light'],
        [
          '指定型号的设备带一盏白色点光源，夜里照亮叶片。',
          'A product model that carries a white point light: leaves glow at night.',
        ],
      ],
    ],
  },
  {
    name: ['农田', 'Fields'],
    demos: [
      [
        'crops',
        ['作物生长', 'Growing crops'],
        [
          '按播种日期和生育期生长，风在着色器里；一百万株只占几十 KB。',
          'They grow from the planting date, the wind is in the shader; a million take some kilobytes.',
        ],
      ],
      [
        'plot',
        ['地块', 'Plot'],
        [
          '经纬度边界带孔，贴图、墒情和旱情等级着色。',
          'A lon/lat boundary with a hole; skin, moisture and the colour of a grade.',
        ],
      ],
      [
        'heat-map',
        ['热力图', 'Heat map'],
        [
          '设备读数铺满地块，附图例数据。',
          'Readings of devices spread over the plot, with what a legend needs.',
        ],
      ],
      [
        'child-scenes',
        ['子场景', 'Child scenes'],
        ['地块上的温室，各带自己的设备。', 'Greenhouses on a plot, each with its own devices.'],
      ],
    ],
  },
  {
    name: ['天气', 'Weather'],
    demos: [
      [
        'weather',
        ['天气与时刻', 'Weather and hour'],
        [
          '五种天气，正午、黄昏、夜晚；雨雪各一次绘制、每帧上传 0 字节，温室里不下雨。',
          'Five kinds at noon, dusk and night; rain is one draw and no upload, and stays out of the greenhouse.',
        ],
      ],
      [
        'sun',
        ['太阳', 'The sun'],
        ['按经纬度和时间计算，拖动一整天。', 'By latitude, longitude and time: drag through a day.'],
      ],
    ],
  },
  {
    name: ['地图', 'Map'],
    demos: [
      [
        'region-map',
        ['区域地图', 'Region map'],
        [
          'GeoJSON 在工作线程里投影并拉伸；数值、标记、流光、下钻。',
          'GeoJSON projected and extruded in a worker; values, markers, flows, drill-down.',
        ],
      ],
    ],
  },
  {
    name: ['编辑', 'Editing'],
    demos: [
      [
        'placing',
        ['拖入设备', 'Dragging in'],
        [
          '从列表拖到温室里：能放是绿色，不能放是红色并说明原因。',
          'From a list into the greenhouse: green where it may stand, red with the reason where not.',
        ],
      ],
      [
        'transform',
        ['移动、旋转、缩放', 'Move, turn, scale'],
        [
          '开始、提交、取消，撤销与重做。Esc 总是取消。',
          'Begin, commit, cancel; undo and redo. Escape always cancels.',
        ],
      ],
      [
        'arrange',
        ['成组与对齐', 'Groups and aligning'],
        [
          '点选、框选、加选；对齐、等距、吸附、复制姿态、键盘微移。',
          'Click, box, add; align, distribute, snap, copy transforms, nudge by keys.',
        ],
      ],
    ],
  },
  {
    name: ['工具', 'Tools'],
    demos: [
      [
        'pictures',
        ['截图与导出', 'Pictures and export'],
        [
          '整景 PNG、透明底的产品图、GLB 文件。',
          'The scene as PNG, a product on a transparent ground, a GLB file.',
        ],
      ],
      [
        'stats',
        ['统计与调试', 'Numbers and debugging'],
        ['确切的计数，和开发者面板。', 'Exact counts, and the panel for developers.'],
      ],
      [
        'tree',
        ['无障碍对象树', 'Accessible tree'],
        [
          '场景里的物体是一棵树：Tab 进入，方向键走动，回车点选。',
          'The objects are a tree: Tab goes in, arrows walk, Enter clicks.',
        ],
      ],
      [
        'context',
        ['上下文丢失', 'Context loss'],
        [
          '显卡丢失上下文后，画面完整回来。',
          'The graphics context is lost, and the whole picture comes back.',
        ],
      ],
    ],
  },
];

/** All demos, in the order of the list. */
export const DEMOS: readonly Demo[] = GROUPS.flatMap(({ name, demos }) =>
  demos.map(([id, title, about]) => ({ id, group: name, title, about })),
);

interface DemoModule {
  readonly show: (stage: Stage) => Promise<void>;
}

const modules = import.meta.glob<DemoModule>('./demos/*.ts');
const sources = import.meta.glob<string>(['./demos/*.ts', './farm.ts', './fence.ts', './village.ts'], {
  query: '?raw',
  import: 'default',
});

/** Loads the module of a demo. */
export const moduleOf = (id: string): Promise<DemoModule> => modules[`./demos/${id}.ts`]!();

/** The source of a demo and of its helper modules. */
export async function sourcesOf(id: string): Promise<{ name: string; text: string }[]> {
  const main = await sources[`./demos/${id}.ts`]!();
  const helpers = [...main.matchAll(/from '\.\.\/((?:farm|village|fence)\.ts)'/g)].map((match) => match[1]!);
  const texts = await Promise.all(helpers.map((name) => sources[`./${name}`]!()));
  return [{ name: `${id}.ts`, text: main }, ...helpers.map((name, i) => ({ name, text: texts[i]! }))];
}
