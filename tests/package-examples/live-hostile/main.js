// One element for each fault of `faults.js`: what it reports, from the first event to the last.
import { defineFarmViewer } from 'farm3d-engine/element';
import { FAULTS } from './faults.js';

defineFarmViewer();

const EVENTS = [
  'error',
  'live-status',
  'live-scene',
  'load',
  'base-load',
  'reading',
  'device-state',
  'alarm',
];

/** The events of an element with this fault until its error. */
function reported(attributes) {
  const element = document.createElement('farm3d-viewer');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const seen = [];
  return new Promise((resolve) => {
    for (const type of EVENTS)
      element.addEventListener(`farm3d-${type}`, (event) => {
        const { error, status } = event.detail;
        seen.push(error?.code ?? status ?? type);
        if (!error) return;
        event.preventDefault();
        element.remove();
        resolve(seen.join(' '));
      });
    document.body.append(element);
  });
}

const outcome = {};
for (const [fault, attributes] of Object.entries(FAULTS)) outcome[fault] = await reported(attributes);
document.body.dataset.outcome = JSON.stringify(outcome);
