import { addTexts } from '../../platform/locale.ts';

/** Texts of commands to devices, and of the contents of LED screens. */
export const zhCN = {
  'control.none': '这台设备没有可执行的服务',
  'control.closed': '您可以查看这台设备，但没有控制它的权限',
  'control.offline': '设备不在线，现在不能执行命令',
  'control.send': '执行',
  'control.sending': '等待设备回应…',
  'control.number': '请输入数字',
  'control.outside': '请输入 {min} 到 {max} 之间的数',
  'control.ask.title': '确认操作',
  'control.ask.message': '将对“{device}”执行“{name}”：{params}。现场设备会立即动作，是否继续？',
  'control.ask.switch': '将对“{device}”执行“{name}”。现场设备会立即动作，是否继续？',
  'control.withoutParameters': '无参数',
  'control.range': '{min} – {max}',
  'led.open': '编辑屏幕内容',
  'led.title': '屏幕内容 · {name}',
  'led.size': '{width} × {height} 点',
  'led.preview': '屏幕预览',
  'led.entry': '第 {n} 条',
  'led.text': '文字',
  'led.textPlaceholder': '屏幕上要显示的文字',
  'led.color': '颜色',
  'led.fontSize': '字号（点）',
  'led.speed': '速度',
  'led.effect': '效果',
  'led.effect.static': '静止',
  'led.effect.left': '左移',
  'led.effect.blink': '闪烁',
  'led.add': '添加一条',
  'led.remove': '删除第 {n} 条',
  'led.save': '发送到屏幕',
  'led.offline': '当前设备已离线无法进行编辑',
  'led.saved': '操作成功',
  'led.textRequired': '请输入文字',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
