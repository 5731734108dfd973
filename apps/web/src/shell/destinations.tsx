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
  ShieldCheck,
  Share2,
  Sprout,
  UsersRound,
  Warehouse,
  Workflow,
} from 'lucide-react';
import { t } from '../platform/locale.ts';
import { PATHS } from '../platform/paths.ts';
import { hasRight } from '../platform/session.ts';

export interface Destination {
  readonly path: string;
  /** Group of the navigation. */
  readonly group: string;
  readonly label: string;
  readonly icon: ReactNode;
}

const ICON = { size: 20 } as const;

/** Pages that show what access rules name; the others are about the whole organisation. */
const OF_RULES: ReadonlySet<string> = new Set([
  PATHS.scenes,
  PATHS.devices,
  PATHS.groups,
  PATHS.productModels,
  PATHS.alarms,
]);

/**
 * Pages of the navigation that the user may read, in its order. Reading them in a component subscribes to the language and the
 * user.
 */
export function destinations(): Destination[] {
  return hasRight('read') ? allDestinations() : allDestinations().filter(({ path }) => OF_RULES.has(path));
}

function allDestinations(): Destination[] {
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
    {
      path: PATHS.roles,
      group: t('nav.organisation'),
      label: t('nav.roles'),
      icon: <ShieldCheck {...ICON} />,
    },
    { path: PATHS.files, group: t('nav.organisation'), label: t('nav.files'), icon: <Files {...ICON} /> },
    { path: PATHS.logs, group: t('nav.organisation'), label: t('nav.logs'), icon: <ScrollText {...ICON} /> },
    { path: PATHS.help, group: t('nav.organisation'), label: t('nav.help'), icon: <CircleHelp {...ICON} /> },
  ];
}
