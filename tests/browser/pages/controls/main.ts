import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { signal } from '@preact/signals-react';
import { ConfirmDialog, NumberField, SignalText, Switch } from '@farm3d/ui';

/** What the controls reported, in order. */
const reports: string[] = [];
const share = signal(40);
/** Shown by each row of a list, of which few are in view. */
const reading = signal('20');
const ROWS = 100;
Object.assign(window, { reports, report: (text: string) => (reading.value = text) });

/** The controls of a page, with the answers that they give; `?busy` makes the switch wait for its response. */
function Controls() {
  const [isOpen, setOpen] = useState(false);
  const end = (text: string) => () => {
    reports.push(text);
    setOpen(false);
  };
  return createElement(
    'div',
    { className: 'grid gap-4' },
    createElement(NumberField, {
      label: 'Share',
      value: share,
      min: 10,
      max: 90,
      step: 1,
      testId: 'share',
      onCommit: (value: number) => {
        share.value = value;
        reports.push(`share ${value}`);
      },
    }),
    createElement(Switch, {
      label: 'Pump',
      checked: false,
      busy: location.search.includes('busy'),
      testId: 'pump',
      onChange: (checked: boolean) => void reports.push(`pump ${checked}`),
    }),
    createElement(
      'button',
      { type: 'button', 'data-testid': 'ask', className: 'h-11 px-4', onClick: () => setOpen(true) },
      'Ask',
    ),
    createElement(ConfirmDialog, {
      open: isOpen,
      title: 'Delete?',
      message: 'Nothing brings it back.',
      confirmLabel: 'Delete',
      cancelLabel: 'Keep',
      testId: 'question',
      onConfirm: end('confirmed'),
      onCancel: end('cancelled'),
    }),
    createElement(
      'ul',
      { className: 'h-40 overflow-y-auto', 'data-testid': 'readings' },
      Array.from({ length: ROWS }, (_, row) =>
        createElement('li', { key: row }, createElement(SignalText, { text: reading, isLazy: true })),
      ),
    ),
  );
}

createRoot(document.getElementById('root')!).render(createElement(Controls));
