import type { Device, ProductAttribute } from '@farm3d/api';

/** Props of a tab of the device panel that shows values. */
export interface ValuesTabProps {
  readonly device: Device;
  /** Undefined until they are fetched. */
  readonly attributes: readonly ProductAttribute[] | undefined;
}
