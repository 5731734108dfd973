import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { Menu, type MenuEntry } from '@farm3d/ui';

const ICON = { size: 18 } as const;

/** An entry of a menu with an icon. @param id also its test id */
export const menuEntry = (
  id: string,
  label: string,
  Icon: LucideIcon,
  onSelect: () => void,
  more: Pick<MenuEntry, 'startsGroup' | 'checked'> = {},
): MenuEntry => ({ id, label, icon: <Icon {...ICON} />, onSelect, ...more });

interface RowMenuProps {
  /** Accessible name of its button. */
  label: string;
  testId: string;
  entries: readonly MenuEntry[];
}

/** The actions of a row, behind three dots. */
export function RowMenu(props: RowMenuProps) {
  return <Menu {...props} button={<EllipsisVertical {...ICON} />} />;
}
