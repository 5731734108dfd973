import { FarmViewer } from 'farm3d-engine';

const viewer = new FarmViewer(document.querySelector<HTMLElement>('#scene')!);
await viewer.load({
  baseModelPath: '/model.glb',
  layout: { camera: null, equipment: [], childScenes: [], extra: {} },
  catalogue: [],
});
document.body.dataset['loaded'] = 'yes';
