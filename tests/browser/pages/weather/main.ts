import * as engine from 'farm3d-engine';
import { FEATURE_HOST } from '../../../../packages/farm3d-engine/src/engine/feature-host.ts';
import * as weather from 'farm3d-engine/weather';

declare global {
  interface Window {
    weatherEngine: typeof weather;
    weather: weather.SceneWeather | undefined;
  }
}

window.engine = engine;
window.featureHost = FEATURE_HOST;
window.weatherEngine = weather;
window.view = document.querySelector<HTMLElement>('#view')!;
window.received = [];
