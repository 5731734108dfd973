import type { ReactNode } from 'react';
import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';

export interface TabsProps {
  /** Name of the row of tabs for screen readers. */
  label: string;
  tabs: readonly { id: string; label: string; content: ReactNode }[];
  selected: string;
  onSelect: (id: string) => void;
}

/** Tabs; only the selected panel is rendered. Arrow keys move between the tabs. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const index = Math.max(
    0,
    tabs.findIndex(({ id }) => id === selected),
  );
  return (
    <TabGroup
      selectedIndex={index}
      onChange={(next) => onSelect(tabs[next]?.id ?? selected)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabList aria-label={label} className="flex shrink-0 gap-1 border-b border-line px-3">
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            data-testid={`tab-${tab.id}`}
            className="relative h-11 flex-1 rounded-t-control px-1 text-note font-medium whitespace-nowrap text-ink-2 transition-colors duration-150 hover:text-ink data-selected:text-leaf-ink data-selected:after:absolute data-selected:after:inset-x-2 data-selected:after:bottom-0 data-selected:after:h-0.5 data-selected:after:rounded-full data-selected:after:bg-leaf"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      <TabPanels className="thin-scrollbar min-h-0 flex-1 overflow-y-auto">
        {tabs.map((tab) => (
          <TabPanel key={tab.id} className="px-4 py-3">
            {tab.content}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  );
}
