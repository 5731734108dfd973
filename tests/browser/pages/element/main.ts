import type { ViewerScene } from 'farm3d-engine';
import {
  defineFarmViewer,
  type FarmViewerElement,
  type FarmViewerElementEvents,
  type GsapModule,
} from 'farm3d-engine/element';

declare global {
  interface DocumentEventMap {
    'farm3d-error': FarmViewerElementEvents['farm3d-error'];
  }
  interface Window {
    defineFarmViewer: typeof defineFarmViewer;
    /** Puts an element with a loaded scene into the page. */
    putElement: (gsap: 'given' | 'failing' | 'none') => Promise<FarmViewerElement>;
    element: FarmViewerElement;
    scene: ViewerScene;
    /** Texts of the errors that bubbled to the document. */
    errorTexts: string[];
    /** Loads that were reported to the document. */
    loads: number;
    /** Frames that had been drawn when gsap was asked for; null: it was not. */
    framesBeforeGsap: number | null;
  }
}

const SCENE: ViewerScene = {
  baseModelPath: null,
  layout: {
    camera: { position: { x: 4, y: 3, z: 4 }, target: { x: 0, y: 0, z: 0 } },
    equipment: [],
    childScenes: [],
    extra: {},
  },
  catalogue: [],
};

window.defineFarmViewer = defineFarmViewer;
window.scene = SCENE;
window.errorTexts = [];
window.loads = 0;
document.addEventListener('farm3d-load', () => window.loads++);
document.addEventListener('farm3d-error', (event) => {
  event.preventDefault();
  window.errorTexts.push(event.detail.error.text('en'));
});
// Before the name is registered: the properties are set on an unknown element, in HTML that was parsed earlier.
const early = document.createElement('farm3d-viewer');
early.id = 'early';
early.options = { quality: 'low', pixelRatio: 0.25, locale: 'en' };
early.src = 'early.json';
if (location.hash === '#early') document.body.append(early);
defineFarmViewer();
defineFarmViewer();

window.putElement = async (gsap) => {
  const element = document.createElement('farm3d-viewer');
  window.element = element;
  window.framesBeforeGsap = null;
  element.options = { quality: 'low', pixelRatio: 0.25 };
  if (gsap !== 'none')
    element.gsap = async (): Promise<GsapModule> => {
      window.framesBeforeGsap = element.viewer!.stats().frames;
      if (gsap === 'failing') throw new Error('there is no gsap');
      return import('gsap');
    };
  document.body.append(element);
  await element.load(SCENE);
  return element;
};
