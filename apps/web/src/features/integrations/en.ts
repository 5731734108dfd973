export const en = {
  'integrations.subtitle': 'Devices that a LoRaWAN network brings, and devices that register themselves',
  'integrations.new': 'New integration',
  'integrations.none': 'No integrations yet',
  'integrations.none.hint':
    'A network server sends its readings to an address made here, and new devices are added by their DevEUI. Devices of a series can register themselves with a key.',
  'integrations.search': 'Find by name or product model',
  'integrations.noMatch': 'No integration found',
  'integrations.kind': 'Kind',
  'integrations.kind.chirpstack': 'ChirpStack',
  'integrations.kind.ttn': 'The Things Stack',
  'integrations.kind.provision': 'Self-registration',
  'integrations.name': 'Name',
  'integrations.product': 'Product model of new devices',
  'integrations.product.hint': 'Every device that comes this way has it',
  'integrations.submit': 'Create',
  'integrations.made': '“{name}” was created',
  'integrations.once':
    'Enter this address in the network server. It contains a key and is shown only now: copy it.',
  'integrations.once.keys':
    'The devices need the address, the key and the secret. They are shown only now: copy them.',
  'integrations.address': 'Address',
  'integrations.done': 'Copied',
  'integrations.remove': 'Remove “{name}”',
  'integrations.remove.message':
    'The address of “{name}” ends at once; the devices that it brought stay. Go on?',
  'integrations.removed': '“{name}” was removed',
};
