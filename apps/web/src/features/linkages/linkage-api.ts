import { createClientOf, linkages, linkageTrials, type ListedLinkage } from '@farm3d/api';
import { api, clientOptions } from '../../platform/services.ts';
import { createCatalogue, type Catalogue } from './catalogue.ts';

/** Rows of one call: the largest page. */
const PAGE_ROWS = 200;

/** Calls that only these pages make: other pages do not load their schemas. */
const calls = createClientOf({ linkages, linkageTrials }, clientOptions);
export const linkageApi = calls.linkages;
export const linkageTrialApi = calls.linkageTrials;

/** All linkages of the organisation, the newest first. */
export async function readLinkages(signal: AbortSignal): Promise<readonly ListedLinkage[]> {
  const all: ListedLinkage[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await linkageApi.list({ page, pageSize: PAGE_ROWS }, { signal });
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

/** Everything that a linkage can name: devices, what they measure and do, and scenes. */
export async function readCatalogue(signal: AbortSignal): Promise<Catalogue> {
  const [devices, attributes, scenes] = await Promise.all([
    api.devices.simple({ signal }),
    api.productModels.linkageAttributes({}, { signal }),
    api.scenes.list({ pageSize: PAGE_ROWS }, { signal }),
  ]);
  return createCatalogue(devices.items, attributes.items, scenes.items);
}
