import { batch, signal } from '@preact/signals-react';

export type PanelTab = 'live' | 'chart' | 'alarms' | 'control' | 'video';

/** The device and the tab of the device panel. */
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
    /** An open panel shows the clicked device. */
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
