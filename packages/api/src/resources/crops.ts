import type { Http, RequestOptions } from '../client/http.ts';
import type {
  DiseaseOrPest,
  GrowthModel,
  PlantConfiguration,
  PlantConfigurationDraft,
} from '../domain/crop.ts';
import type { ListPage } from '../domain/list-page.ts';
import {
  decodeDiseaseOrPest,
  decodeGrowthModel,
  decodePlantConfiguration,
  encodePlantConfiguration,
} from '../wire/crop.ts';
import { decodeList } from '../wire/envelope.ts';

export interface PlantQuery {
  /** Id of the user who made it. */
  createdBy?: string;
  /** Part of the crop's name. */
  crop?: string;
  sceneId?: string;
  /** From 1. */
  page?: number;
  /** 1 … 200, default 20. */
  pageSize?: number;
}

export interface CropsResource {
  growthModels(query?: { crop?: string }, options?: RequestOptions): Promise<ListPage<GrowthModel>>;
  plants(query?: PlantQuery, options?: RequestOptions): Promise<ListPage<PlantConfiguration>>;
  plant(id: string, options?: RequestOptions): Promise<PlantConfiguration>;
  /** All of them or none. */
  createPlants(
    drafts: readonly PlantConfigurationDraft[],
    options?: RequestOptions,
  ): Promise<ListPage<PlantConfiguration>>;
  /** Merges: omitted fields keep their value. */
  updatePlant(
    id: string,
    patch: Partial<PlantConfigurationDraft>,
    options?: RequestOptions,
  ): Promise<PlantConfiguration>;
  removePlant(id: string, options?: RequestOptions): Promise<void>;
  /** Of a crop (id of its growth model) or of a plant configuration. */
  diseasesAndPests(id: string, options?: RequestOptions): Promise<ListPage<DiseaseOrPest>>;
}

export function createCropsResource(http: Http): CropsResource {
  return {
    growthModels: (query = {}, { signal } = {}) =>
      http.call('crops.growthModels', { query, signal }, (data) => decodeList(data, decodeGrowthModel)),
    plants: ({ createdBy, ...query } = {}, { signal } = {}) =>
      http.call('crops.plants', { query: { ...query, createBy: createdBy }, signal }, (data) =>
        decodeList(data, decodePlantConfiguration),
      ),
    plant: (id, { signal } = {}) =>
      http.call('crops.plant', { path: { id }, signal }, decodePlantConfiguration),
    createPlants: (drafts, { signal } = {}) =>
      http.call('crops.createPlants', { body: drafts.map(encodePlantConfiguration), signal }, (data) =>
        decodeList(data, decodePlantConfiguration),
      ),
    updatePlant: (id, patch, { signal } = {}) =>
      http.call(
        'crops.updatePlant',
        { body: { ...encodePlantConfiguration(patch), id }, signal },
        decodePlantConfiguration,
      ),
    removePlant: (id, { signal } = {}) =>
      http.call('crops.removePlant', { path: { id }, signal }, () => undefined),
    diseasesAndPests: (id, { signal } = {}) =>
      http.call('crops.diseasesAndPests', { path: { id }, signal }, (data) =>
        decodeList(data, decodeDiseaseOrPest),
      ),
  };
}
