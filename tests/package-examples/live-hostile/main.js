// One element for each fault of `faults.js`: what it reports.
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

/** Puts an element with this fault into the page and notes its events. Resolves with the first error. */
function refused(attributes, seen) {
  const element = document.createElement('farm3d-viewer');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return new Promise((resolve) => {
    for (const type of EVENTS)
      element.addEventListener(`farm3d-${type}`, (event) => {
        const { error, status } = event.detail;
        seen.push(error?.code ?? status ?? type);
        if (!error) return;
        event.preventDefault();
        resolve();
      });
    document.body.append(element);
  });
}

// All stay in the page: what one reports after its error is noted while the next one connects.
const outcome = {};
for (const [fault, attributes] of Object.entries(FAULTS)) {
  outcome[fault] = [];
  await refused(attributes, outcome[fault]);
}
document.body.dataset.outcome = JSON.stringify(outcome);
