import type { PaletteTextKey } from './palette.zh-CN.ts';

export const paletteEn: Record<PaletteTextKey, string> = {
  'palette.label': 'Search pages, devices, scenes and actions',
  'palette.pages': 'Pages',
  'palette.actions': 'Actions',
  'palette.devices': 'Devices',
  'palette.scenes': 'Scenes',
  'palette.none': 'Nothing matches “{query}”',
  'palette.searching': 'Searching devices and scenes…',
  'palette.failed': 'Devices and scenes could not be searched: {reason}',
  'palette.action.device': 'New device',
  'palette.action.linkage': 'New automation',
  'palette.action.workOrder': 'New work order',
  'palette.action.productModel': 'New product model',
  'palette.action.silent': 'Devices silent for a day',
  'palette.action.wall': 'Wall display',
  'palette.action.language': 'Switch to Chinese',
  'palette.action.light': 'Light theme',
  'palette.action.dark': 'Dark theme',
};
