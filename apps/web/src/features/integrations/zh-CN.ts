import { addTexts } from '../../platform/locale.ts';

export const zhCN = {
  'integrations.subtitle': 'LoRaWAN 网络带来的设备，与自行登记的设备',
  'integrations.new': '新建接入',
  'integrations.none': '还没有接入',
  'integrations.none.hint':
    '网络服务器把数据发到这里生成的地址，新设备按 DevEUI 自动添加；成批出厂的设备也可以用密钥自行登记。',
  'integrations.search': '按名称或产品型号查找',
  'integrations.noMatch': '没有找到接入',
  'integrations.kind': '类型',
  'integrations.kind.chirpstack': 'ChirpStack 网络',
  'integrations.kind.ttn': 'The Things Stack 网络',
  'integrations.kind.provision': '设备自行登记',
  'integrations.name': '名称',
  'integrations.product': '新设备的产品型号',
  'integrations.product.hint': '由此添加的设备都是这个型号',
  'integrations.submit': '新建',
  'integrations.made': '已新建“{name}”',
  'integrations.once': '请把这个地址填到网络服务器。它含有密钥，只显示这一次，请现在复制。',
  'integrations.once.keys': '请把地址、密钥和密码写入设备。它们只显示这一次，请现在复制。',
  'integrations.address': '地址',
  'integrations.done': '已复制',
  'integrations.remove': '删除“{name}”',
  'integrations.remove.message': '删除“{name}”后，它的地址随即失效；已经添加的设备会保留。是否继续？',
  'integrations.removed': '已删除“{name}”',
};

export const t = addTexts(zhCN, () => import('./en.ts'));
