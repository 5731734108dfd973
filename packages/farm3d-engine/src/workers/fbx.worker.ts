import { FarmError } from '../core/errors.ts';
import { serveModels } from './model-worker.ts';

serveModels('fbx', () => Promise.reject(new FarmError('model-unsupported', { reason: 'FBX' })));
