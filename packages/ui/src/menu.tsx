import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import type { ReactNode } from 'react';
import { Check } from 'lucide-react';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  /** Marks the present choice. */
  checked?: boolean;
  /** Draws a separator above. */
  startsGroup?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  /** Accessible name of the button. Default: its content. */
  label?: string;
  button: ReactNode;
  /** Above the entries, such as who is logged in. */
  head?: ReactNode;
  entries: readonly MenuEntry[];
  /** Default 'bottom end'. */
  anchor?: 'bottom end' | 'top start' | 'right end';
  buttonClassName?: string;
  testId?: string;
}

/**
 * A button that opens a menu. It fades in, and is gone at once: opened again while it faded out, it stayed in sight and
 * took no clicks.
 */
export function Menu({
  label,
  button,
  head,
  entries,
  anchor = 'bottom end',
  buttonClassName,
  testId,
}: MenuProps) {
  return (
    <HeadlessMenu>
      <MenuButton
        aria-label={label}
        data-testid={testId}
        className={
          buttonClassName ??
          'inline-flex h-11 min-w-11 items-center justify-center gap-2 rounded-control px-2 text-ink-2 hover:bg-hover hover:text-ink'
        }
      >
        {button}
      </MenuButton>
      <MenuItems
        modal={false}
        anchor={{ to: anchor, gap: 4, padding: 8 }}
        className="z-[70] min-w-52 rounded-panel border border-line bg-raised p-1 text-ink shadow-panel transition-opacity duration-150 outline-none starting:opacity-0"
      >
        {head}
        {entries.map((entry) => (
          <div key={entry.id} className={entry.startsGroup ? 'mt-1 border-t border-line pt-1' : undefined}>
            <MenuItem>
              <button
                type="button"
                onClick={entry.onSelect}
                aria-current={entry.checked || undefined}
                data-testid={`menu-${entry.id}`}
                className="flex h-11 w-full items-center gap-3 rounded-control px-3 text-left text-body data-[focus]:bg-hover"
              >
                <span className="text-ink-3">{entry.icon}</span>
                <span className="flex-1">{entry.label}</span>
                {entry.checked && <Check aria-hidden size={16} className="text-leaf" />}
              </button>
            </MenuItem>
          </div>
        ))}
      </MenuItems>
    </HeadlessMenu>
  );
}
