import { signal } from '@preact/signals-react';

/** Whether the profile dialog is open. */
export const profileIsOpen = signal(false);
