import * as engine from 'farm3d-engine';
import * as weather from 'farm3d-engine/weather';

declare global {
  interface Window {
    weatherEngine: typeof weather;
    weather: weather.SceneWeather | undefined;
  }
}

window.engine = engine;
window.weatherEngine = weather;
window.view = document.querySelector<HTMLElement>('#view')!;
window.heard = [];
