export { MODEL_NAMES, modelPath, modelsFolder, type ManifestEntry, type ModelName } from './catalogue.ts';
