import * as engine from 'farm3d-engine';
import * as farm from 'farm3d-engine/farm';
import * as weather from 'farm3d-engine/weather';
import { contextOf } from '../context-of.ts';

declare global {
  interface Window {
    weatherEngine: typeof weather;
    farmEngine: typeof farm;
    weather: weather.SceneWeather | undefined;
  }
}

window.engine = engine;
window.contextOf = contextOf;
window.weatherEngine = weather;
window.farmEngine = farm;
window.view = document.querySelector<HTMLElement>('#view')!;
window.received = [];
