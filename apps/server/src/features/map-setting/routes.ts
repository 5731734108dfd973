import { organisation } from '@farm3d/api';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { MapSettingRepository } from './repository.ts';

/** `/mapconfig`: initial view of an organisation's maps. */
export function mapSettingRoutes({ settings }: { readonly settings: MapSettingRepository }): ServedCall[] {
  return [
    serve(organisation.mapSetting, ({ principal }) => settings.get(principal.organisationId)),
    serve(organisation.saveMapSetting, async ({ principal, body }) => {
      await settings.save(principal.organisationId, body);
      return body;
    }),
  ];
}
