export { defineFarmViewer } from './farm-viewer-element.ts';
export type { FarmViewerElement, FarmViewerElementEvents } from './element-types.ts';
export type { GsapModule } from './gsap-tweens.ts';
export type { LiveAlarm, LiveDevice, LiveEvents, LiveScene, LiveStatus } from '../live/live-types.ts';
