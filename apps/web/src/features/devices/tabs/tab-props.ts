import type { DeviceDetail } from '@farm3d/api';
import type { DeviceDetailScreen } from '../device-detail-model.ts';

/** What every tab of a device page gets. */
export interface TabProps {
  model: DeviceDetailScreen;
  device: DeviceDetail;
}
