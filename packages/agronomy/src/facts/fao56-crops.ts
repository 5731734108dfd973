/*
 * What FAO-56 prints for the crops of our tables: stage lengths of table 11 (days; several plantings), Kc and height (m) of
 * table 12, root depth (m) and p of table 22.
 */

interface PrintedCrop {
  lengths: readonly (readonly number[])[];
  kc: readonly [number, number, number];
  height: number;
  root: readonly [number, number];
  p: number;
}

// oxfmt-ignore
export const FAO56_CROPS: Readonly<Record<string, PrintedCrop>> = {
  tomato: { lengths: [[30, 40, 40, 25], [35, 40, 50, 30], [25, 40, 60, 30], [35, 45, 70, 30], [30, 40, 45, 30]], kc: [0.6, 1.15, 0.8], height: 0.6, root: [0.7, 1.5], p: 0.4 },
  cucumber: { lengths: [[20, 30, 40, 15], [25, 35, 50, 20]], kc: [0.6, 1, 0.75], height: 0.3, root: [0.7, 1.2], p: 0.5 },
  lettuce: { lengths: [[20, 30, 15, 10], [30, 40, 25, 10], [25, 35, 30, 10], [35, 50, 45, 10]], kc: [0.7, 1, 0.95], height: 0.3, root: [0.3, 0.5], p: 0.3 },
  pepper: { lengths: [[30, 35, 40, 20], [30, 40, 110, 30]], kc: [0.6, 1.05, 0.9], height: 0.7, root: [0.5, 1], p: 0.3 },
  strawberry: { lengths: [], kc: [0.4, 0.85, 0.75], height: 0.2, root: [0.2, 0.3], p: 0.2 },
  wheat: { lengths: [[20, 60, 70, 30], [30, 140, 40, 30], [160, 75, 75, 25]], kc: [0.7, 1.15, 0.25], height: 1, root: [1.5, 1.8], p: 0.55 },
  rice: { lengths: [[30, 30, 60, 30], [30, 30, 80, 40]], kc: [1.05, 1.2, 0.75], height: 1, root: [0.5, 1], p: 0.2 },
  maize: { lengths: [[30, 50, 60, 40], [25, 40, 45, 30], [20, 35, 40, 30], [20, 35, 40, 30], [30, 40, 50, 30], [30, 40, 50, 50]], kc: [0.3, 1.2, 0.35], height: 2, root: [1, 1.7], p: 0.55 },
  potato: { lengths: [[25, 30, 40, 30], [25, 30, 45, 30], [30, 35, 50, 30], [45, 30, 70, 20], [30, 35, 50, 25]], kc: [0.5, 1.15, 0.75], height: 0.6, root: [0.4, 0.6], p: 0.35 },
  cotton: { lengths: [[30, 50, 60, 55], [45, 90, 45, 45], [30, 50, 60, 55], [30, 50, 55, 45]], kc: [0.35, 1.17, 0.6], height: 1.35, root: [1, 1.7], p: 0.65 },
  soybean: { lengths: [[15, 15, 40, 15], [20, 35, 60, 25], [20, 25, 75, 30]], kc: [0.5, 1.15, 0.5], height: 0.75, root: [0.6, 1.3], p: 0.5 },
  eggplant: { lengths: [[30, 40, 40, 20], [30, 45, 40, 25]], kc: [0.6, 1.05, 0.9], height: 0.8, root: [0.7, 1.2], p: 0.45 },
};
