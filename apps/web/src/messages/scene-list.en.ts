import type { sceneListZhCN } from './scene-list.zh-CN.ts';

export const sceneListEn: Record<keyof typeof sceneListZhCN, string> = {
  'sceneList.menu': 'Actions for {name}',
  'sceneList.forward': 'Move forward',
  'sceneList.back': 'Move back',
  'sceneList.copy': 'Copy',
  'sceneList.access': 'Who may use it',
  'sceneList.embed': 'Embed in a site …',
  'sceneList.copy.name': '{name} copy',
  'sceneList.copied': 'Copied as {name}. Its devices stay in the original.',
  'sceneList.moved': '{name} is now number {place} of {total}',
  'sceneList.search': 'Search by name or description',
  'sceneList.noMatch.title': 'No scene matches',
  'sceneList.noMatch.hint': 'Try another word.',
  'sceneList.settings': 'Settings of all scenes',
  'sceneList.settings.hint':
    'They apply to every scene. The server’s configuration decides them; here they are read only.',
  'sceneList.simulateWeather': 'Simulated weather',
  'sceneList.realWeather': 'Real weather',
  'sceneList.baseModelPath': 'Default base model',
  'sceneList.mapTiles': 'Address of map tiles',
  'sceneList.on': 'On',
  'sceneList.off': 'Off',
};
