import { signal } from '@preact/signals-react';

/** Whether what is known of the person is shown, to be changed. */
export const profileIsOpen = signal(false);
