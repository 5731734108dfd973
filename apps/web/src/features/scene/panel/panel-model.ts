import { batch, signal } from '@preact/signals-react';

export type PanelTab = 'live' | 'chart' | 'alarms' | 'control' | 'video';

/** Which device the panel at the right is about, and what it shows of it. */
export function createPanel() {
  const deviceId = signal<string | null>(null);
  const tab = signal<PanelTab>('live');
  /** The LED screen whose content is edited. */
  const ledId = signal<string | null>(null);
  return {
    deviceId,
    tab,
    ledId,
    open: (id: string, which?: PanelTab): void =>
      batch(() => {
        deviceId.value = id;
        if (which) tab.value = which;
      }),
    /** An open panel follows what is clicked. */
    follow: (id: string): void => {
      if (deviceId.peek() !== null) deviceId.value = id;
    },
    close: (): void => {
      deviceId.value = null;
    },
    editLed: (id: string): void => {
      ledId.value = id;
    },
    closeLed: (): void => {
      ledId.value = null;
    },
  };
}

export type Panel = ReturnType<typeof createPanel>;
