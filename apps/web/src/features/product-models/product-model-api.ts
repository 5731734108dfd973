import {
  alarmSettings,
  alarmTrials,
  createClientOf,
  files,
  handles,
  readProductModel,
  type ProductModel,
} from '@farm3d/api';
import { api, clientOptions } from '../../platform/services.ts';
import { bodyOf, formOf, type ModelForm } from './product-model-draft.ts';

/** Calls that only these pages make: other pages do not load their schemas. */
export const modelApi = createClientOf({ alarmSettings, alarmTrials, files, handles }, clientOptions);

/** The product model with everything that the editor changes. */
export async function readForm(model: ProductModel, signal?: AbortSignal): Promise<ModelForm> {
  const { models } = await api.productModels.export(model.id, signal ? { signal } : {});
  const exported = readProductModel(models[0]);
  if (!exported) throw new TypeError('the export holds no product model');
  return formOf(exported, model);
}

/** Retires a product model, or makes it active again. */
export async function setState(model: ProductModel, state: ProductModel['state']): Promise<ProductModel> {
  const form = await readForm(model);
  return api.productModels.update(model.id, { ...bodyOf({ ...form, state }), version: model.version });
}
