import type { Http, RequestOptions } from '../client/http.ts';
import type { ListPage } from '../domain/list-page.ts';
import type { ProductGroup } from '../domain/handle.ts';
import type {
  AttributeType,
  DictionaryEntry,
  ModelAttribute,
  ProductAttribute,
  ProductAttributeDraft,
  ProductModel,
} from '../domain/product-model.ts';
import { decodeList } from '../wire/envelope.ts';
import { decodeProductGroup } from '../wire/handle.ts';
import {
  decodeDictionaryEntry,
  decodeModelAttribute,
  decodeProductAttribute,
  decodeProductModel,
  encodeAttributeType,
  encodeProductAttribute,
} from '../wire/product-model.ts';

export interface ProductModelsResource {
  list(options?: RequestOptions): Promise<ListPage<ProductModel>>;
  get(id: string, options?: RequestOptions): Promise<ProductModel>;
  /** Enabled attributes unless `enabled` is false (Spec §9: state filter 1). */
  attributes(
    id: string,
    query?: { type?: AttributeType; enabled?: boolean; forAlarms?: boolean },
    options?: RequestOptions,
  ): Promise<ListPage<ProductAttribute>>;
  /** What can stand in a linkage, of all models. */
  linkageAttributes(
    query?: { type?: AttributeType },
    options?: RequestOptions,
  ): Promise<ListPage<ModelAttribute>>;
  /** Everything that some model measures, does or reports, each once. */
  dictionaries(query?: { name?: string }, options?: RequestOptions): Promise<ListPage<DictionaryEntry>>;
  /** Adds to a model for one's own organisation. @throws {ApiError} 409 when the model has it already. */
  addAttribute(
    productModelId: string,
    draft: ProductAttributeDraft,
    options?: RequestOptions,
  ): Promise<ProductAttribute>;
  groups(options?: RequestOptions): Promise<ListPage<ProductGroup>>;
  ofGroup(
    groupId: string,
    productTypeCode: string,
    options?: RequestOptions,
  ): Promise<ListPage<ProductModel>>;
}

export function createProductModelsResource(http: Http): ProductModelsResource {
  return {
    list: ({ signal } = {}) =>
      http.call('productModels.list', { signal }, (data) => decodeList(data, decodeProductModel)),
    get: (id, { signal } = {}) =>
      http.call('productModels.get', { path: { id }, signal }, decodeProductModel),
    attributes: (id, { type, enabled = true, forAlarms } = {}, { signal } = {}) =>
      http.call(
        'productModels.attributes',
        {
          path: { id },
          query: {
            state: enabled ? 1 : 0,
            alarmUse: forAlarms ? 1 : undefined,
            attributeType: type === undefined ? undefined : encodeAttributeType(type),
          },
          signal,
        },
        (data) => decodeList(data, decodeProductAttribute),
      ),
    linkageAttributes: ({ type } = {}, { signal } = {}) =>
      http.call(
        'productModels.linkageAttributes',
        {
          query: {
            linkageUse: 1,
            attributeType: type === undefined ? undefined : encodeAttributeType(type),
          },
          signal,
        },
        (data) => decodeList(data, decodeModelAttribute),
      ),
    dictionaries: (query = {}, { signal } = {}) =>
      http.call('productModels.dictionaries', { query, signal }, (data) =>
        decodeList(data, decodeDictionaryEntry),
      ),
    addAttribute: (productModelId, draft, { signal } = {}) =>
      http.call(
        'productModels.addAttribute',
        { body: { productModel: productModelId, ...encodeProductAttribute(draft) }, signal },
        decodeProductAttribute,
      ),
    groups: ({ signal } = {}) =>
      http.call('productModels.groups', { signal }, (data) => decodeList(data, decodeProductGroup)),
    ofGroup: (a, b, { signal } = {}) =>
      http.call('productModels.ofGroup', { path: { a, b }, signal }, (data) =>
        decodeList(data, decodeProductModel),
      ),
  };
}
