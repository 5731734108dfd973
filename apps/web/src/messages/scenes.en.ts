import type { scenesZhCN } from './scenes.zh-CN.ts';

/** The texts of scenes.zh-CN.ts in English. */
export const scenesEn: Readonly<Record<keyof typeof scenesZhCN, string>> = {
  'scene.form.edit': 'Change the scene’s details',
  'scene.form.save': 'Save',
  'scene.form.type': 'Type of scene',
  'scene.form.type.greenhouse': 'Greenhouse (can stand on a plot)',
  'scene.form.type.plot': 'Plot (has a boundary, greenhouses can stand on it)',
  'scene.form.boundary': 'Boundary',
  'scene.form.boundary.hint': 'Draw it on the map, or type coordinates.',
  'scene.form.boundary.line': 'Draw a closed polygon: a line is no boundary',
  'scene.form.place': 'Place',
  'scene.form.place.hint': 'Sun, sky and weather follow it; a plot without one takes its middle.',
  'scene.form.cover': 'Cover',
  'scene.form.cover.hint': 'Without an image, the scene as it is drawn when it is opened.',
};
