import type { ReactNode } from 'react';
import {
  Bell,
  BellRing,
  Boxes,
  ChartLine,
  CircleHelp,
  ClipboardList,
  Cpu,
  Files,
  FolderTree,
  House,
  Leaf,
  Map,
  Network,
  ScrollText,
  Share2,
  Sprout,
  UsersRound,
  Warehouse,
  Workflow,
} from 'lucide-react';
import { t } from '../platform/locale.ts';
import { PATHS } from '../platform/paths.ts';

export interface Destination {
  readonly path: string;
  /** Group of the navigation. */
  readonly group: string;
  readonly label: string;
  readonly icon: ReactNode;
}

const ICON = { size: 20, strokeWidth: 1.5 } as const;

/** Pages of the navigation, in its order. Reading them in a component subscribes to the language. */
export function destinations(): Destination[] {
  return [
    { path: PATHS.app, group: t('nav.farm'), label: t('nav.home'), icon: <House {...ICON} /> },
    { path: PATHS.scenes, group: t('nav.farm'), label: t('nav.scenes'), icon: <Warehouse {...ICON} /> },
    { path: PATHS.region, group: t('nav.farm'), label: t('nav.region'), icon: <Map {...ICON} /> },
    { path: PATHS.devices, group: t('nav.devices'), label: t('nav.deviceList'), icon: <Cpu {...ICON} /> },
    { path: PATHS.groups, group: t('nav.devices'), label: t('nav.groups'), icon: <FolderTree {...ICON} /> },
    { path: PATHS.shares, group: t('nav.devices'), label: t('nav.shares'), icon: <Share2 {...ICON} /> },
    {
      path: PATHS.productModels,
      group: t('nav.devices'),
      label: t('nav.productModels'),
      icon: <Boxes {...ICON} />,
    },
    {
      path: PATHS.statistics,
      group: t('nav.devices'),
      label: t('nav.statistics'),
      icon: <ChartLine {...ICON} />,
    },
    { path: PATHS.alarms, group: t('nav.rules'), label: t('nav.alarms'), icon: <BellRing {...ICON} /> },
    { path: PATHS.linkages, group: t('nav.rules'), label: t('nav.linkages'), icon: <Workflow {...ICON} /> },
    {
      path: PATHS.workOrders,
      group: t('nav.rules'),
      label: t('nav.workOrders'),
      icon: <ClipboardList {...ICON} />,
    },
    {
      path: PATHS.notifications,
      group: t('nav.rules'),
      label: t('nav.notifications'),
      icon: <Bell {...ICON} />,
    },
    { path: PATHS.agronomy, group: t('nav.crops'), label: t('nav.agronomy'), icon: <Sprout {...ICON} /> },
    { path: PATHS.crops, group: t('nav.crops'), label: t('nav.plantings'), icon: <Leaf {...ICON} /> },
    {
      path: PATHS.users,
      group: t('nav.organisation'),
      label: t('nav.users'),
      icon: <UsersRound {...ICON} />,
    },
    {
      path: PATHS.departments,
      group: t('nav.organisation'),
      label: t('nav.departments'),
      icon: <Network {...ICON} />,
    },
    { path: PATHS.files, group: t('nav.organisation'), label: t('nav.files'), icon: <Files {...ICON} /> },
    { path: PATHS.logs, group: t('nav.organisation'), label: t('nav.logs'), icon: <ScrollText {...ICON} /> },
    { path: PATHS.help, group: t('nav.organisation'), label: t('nav.help'), icon: <CircleHelp {...ICON} /> },
  ];
}
