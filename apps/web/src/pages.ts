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
  RadioTower,
  ScrollText,
  ShieldCheck,
  Share2,
  Sprout,
  UsersRound,
  Warehouse,
  Workflow,
} from 'lucide-react';
import type { PageEntry } from './kit/page.tsx';
import { SCENE_PAGE } from './scene-page.ts';
import { PATHS } from './platform/paths.ts';

/** Whoever sees by access rules alone has nothing to see there. */
const OF_ALL = { right: 'read' } as const;

/**
 * Every page, in the order of the navigation. A new one is a line here, its path in `PATHS` and its name among the texts of
 * every screen. Its code is fetched when it is opened: the scene's first frame does not wait for other pages, nor for this
 * list.
 */
export const PAGES: readonly PageEntry[] = [
  {
    path: PATHS.app,
    group: 'nav.farm',
    title: 'nav.home',
    icon: House,
    ...OF_ALL,
    otherwise: PATHS.devices,
    load: () => import('./features/home/page.tsx'),
  },
  {
    path: PATHS.scenes,
    group: 'nav.farm',
    title: 'nav.scenes',
    icon: Warehouse,
    load: () => import('./features/scenes/page.tsx'),
  },
  {
    path: PATHS.region,
    group: 'nav.farm',
    title: 'nav.region',
    icon: Map,
    ...OF_ALL,
    // With the region entry of the engine.
    load: () => import('./features/region/page.tsx'),
  },
  {
    path: PATHS.devices,
    group: 'nav.devices',
    title: 'nav.deviceList',
    icon: Cpu,
    load: () => import('./features/devices/page.tsx'),
  },
  { path: PATHS.device, group: 'nav.devices', load: () => import('./features/devices/device-page.tsx') },
  {
    path: PATHS.groups,
    group: 'nav.devices',
    title: 'nav.groups',
    icon: FolderTree,
    load: () => import('./features/groups/page.tsx'),
  },
  {
    path: PATHS.shares,
    group: 'nav.devices',
    title: 'nav.shares',
    icon: Share2,
    ...OF_ALL,
    load: () => import('./features/shares/page.tsx'),
  },
  {
    path: PATHS.integrations,
    group: 'nav.devices',
    title: 'nav.integrations',
    icon: RadioTower,
    right: 'devices',
    load: () => import('./features/integrations/page.tsx'),
  },
  {
    path: PATHS.productModels,
    group: 'nav.devices',
    title: 'nav.productModels',
    icon: Boxes,
    load: () => import('./features/product-models/page.tsx'),
  },
  {
    path: PATHS.productModel,
    group: 'nav.devices',
    load: () => import('./features/product-models/editor-page.tsx'),
  },
  {
    path: PATHS.statistics,
    group: 'nav.devices',
    title: 'nav.statistics',
    icon: ChartLine,
    ...OF_ALL,
    load: () => import('./features/statistics/page.tsx'),
  },
  {
    path: PATHS.alarms,
    group: 'nav.rules',
    title: 'nav.alarms',
    icon: BellRing,
    load: () => import('./features/alarms/page.tsx'),
  },
  {
    path: PATHS.linkages,
    group: 'nav.rules',
    title: 'nav.linkages',
    icon: Workflow,
    ...OF_ALL,
    load: () => import('./features/linkages/page.tsx'),
  },
  { path: PATHS.linkage, group: 'nav.rules', load: () => import('./features/linkages/editor-page.tsx') },
  {
    path: PATHS.workOrders,
    group: 'nav.rules',
    title: 'nav.workOrders',
    icon: ClipboardList,
    ...OF_ALL,
    load: () => import('./features/work-orders/page.tsx'),
  },
  {
    path: PATHS.notifications,
    group: 'nav.rules',
    title: 'nav.notifications',
    icon: Bell,
    ...OF_ALL,
    load: () => import('./features/notifications/page.tsx'),
  },
  {
    path: PATHS.agronomy,
    group: 'nav.crops',
    title: 'nav.agronomy',
    icon: Sprout,
    ...OF_ALL,
    // With formulas, tables and texts.
    load: () => import('./features/agronomy/page.tsx'),
  },
  {
    path: PATHS.crops,
    group: 'nav.crops',
    title: 'nav.plantings',
    icon: Leaf,
    ...OF_ALL,
    load: () => import('./features/crops/page.tsx'),
  },
  {
    path: PATHS.users,
    group: 'nav.organisation',
    title: 'nav.users',
    icon: UsersRound,
    ...OF_ALL,
    load: () => import('./features/users/page.tsx'),
  },
  {
    path: PATHS.departments,
    group: 'nav.organisation',
    title: 'nav.departments',
    icon: Network,
    ...OF_ALL,
    load: () => import('./features/departments/page.tsx'),
  },
  {
    path: PATHS.roles,
    group: 'nav.organisation',
    title: 'nav.roles',
    icon: ShieldCheck,
    ...OF_ALL,
    load: () => import('./features/roles/page.tsx'),
  },
  {
    path: PATHS.files,
    group: 'nav.organisation',
    title: 'nav.files',
    icon: Files,
    ...OF_ALL,
    load: () => import('./features/files/page.tsx'),
  },
  {
    path: PATHS.logs,
    group: 'nav.organisation',
    title: 'nav.logs',
    icon: ScrollText,
    ...OF_ALL,
    load: () => import('./features/logs/page.tsx'),
  },
  {
    path: PATHS.help,
    group: 'nav.organisation',
    title: 'nav.help',
    icon: CircleHelp,
    ...OF_ALL,
    load: () => import('./features/help/page.tsx'),
  },
  // From the menu of the user, and from other pages.
  { path: PATHS.account, group: 'nav.organisation', load: () => import('./features/account/page.tsx') },
  {
    path: PATHS.organisations,
    group: 'nav.organisation',
    title: 'nav.organisations',
    load: () => import('./features/organisations/page.tsx'),
  },
  {
    path: PATHS.organisationData,
    group: 'nav.organisation',
    load: () => import('./features/organisations/data-page.tsx'),
  },
  { path: PATHS.health, group: 'nav.organisation', load: () => import('./features/health/page.tsx') },
  SCENE_PAGE,
  { path: PATHS.wall, frame: 'bare', load: () => import('./features/home/wall-page.tsx') },
  { path: PATHS.start, frame: 'bare', load: () => import('./features/start/page.tsx') },
  { path: PATHS.login, frame: 'open', load: () => import('./features/login/page.tsx') },
  { path: PATHS.invitation, frame: 'open', load: () => import('./features/login/invitation-page.tsx') },
  { path: PATHS.newPassword, frame: 'open', load: () => import('./features/login/new-password-page.tsx') },
];

/** What an address shows that no page has. */
export const NOT_FOUND: PageEntry = {
  path: '*',
  group: 'nav.farm',
  title: 'app.notFound.title',
  load: () => import('./shell/not-found-page.tsx'),
};
