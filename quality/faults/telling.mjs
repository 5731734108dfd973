// Ids of the ten faults that would have harmed a farm most, with what each would have done there.

/** @type {Readonly<Record<string, string>>} */
export const TELLING = {
  'command-of-other-device': 'The page shows a pump as stopped that runs on: another device said so.',
  'claimed-device-keeps-commands': 'A valve that was sold opens in the field of its new owner.',
  'linkage-beyond-organisation': "The automation of one farm switches another farm's pump.",
  'viewer-operates': 'Who was let in to look opens valves.',
  'answers-in-seconds': 'Every command to a pump fails on the page after 10 ms, while the pump starts.',
  'valve-minutes-for-hours': 'A field that needs 90 minutes of water gets one and a half.',
  'updates-any-organisation': 'A neighbour overwrites the scenes of a farm.',
  'latest-overwritten-by-older':
    'A probe that sends what it kept while it was offline makes the soil of yesterday the present one.',
  'constraint-retried':
    'After one message that the database refuses, no reading of any device is stored any more.',
  'active-alarms-inverted': 'The frost of this night is missing from the list of active alarms.',
};
