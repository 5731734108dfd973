export { openDebugPanel, type DebugPanel, type DebugPanelOptions } from './debug-panel.ts';
