import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { signal } from '@preact/signals-react';
import { ConfirmDialog, NumberField, Switch } from '@farm3d/ui';

/** What the controls reported, in order. */
const reports: string[] = [];
const share = signal(40);
Object.assign(window, { reports });

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
  );
}

createRoot(document.getElementById('root')!).render(createElement(Controls));
