import type { Locale } from './messages.ts';

/**
 * Reasons of refused readings, as the server records them (in English), with their Chinese texts. A number or name in
 * the English text is `$1`, `$2` in the Chinese.
 */
const IN_CHINESE: readonly (readonly [RegExp, string])[] = [
  [/^must be a JSON object$/, '必须是 JSON 对象'],
  [/^must be an array of readings$/, '必须是数据数组'],
  [/^is (\d+) bytes long, more than (\d+)$/, '长 $1 字节，超过上限 $2 字节'],
  [/^is longer than (\d+) bytes$/, '超过 $1 字节'],
  [/^the packet is (\d+) bytes long$/, '报文过长（$1 字节）'],
  [/^is not JSON in UTF-8$/, '不是 UTF-8 编码的 JSON'],
  [/^has an encoding other than gzip and deflate$/, '压缩方式不是 gzip 或 deflate'],
  [/^is not compressed as its Content-Encoding says$/, '未按 Content-Encoding 所述方式压缩'],
  [/^is nested deeper than (\d+)$/, '嵌套超过 $1 层'],
  [/^must be a whole number of milliseconds since 1970$/, '必须是自 1970 年起的毫秒整数'],
  [/^lies outside the accepted time, .*$/, '超出可接受的时间（10 年前至 1 天后，单位为自 1970 年起的毫秒）'],
  [/^holds more than (\d+) keys$/, '超过 $1 个数据项'],
  [/^the key is empty$/, '数据项名称为空'],
  [/^the key is longer than (\d+) characters$/, '数据项名称超过 $1 个字符'],
  [/^the key holds a character that cannot be stored$/, '数据项名称含有无法保存的字符'],
  [/^a key cannot be stored$/, '有数据项名称无法保存'],
  [/^the text is longer than (\d+) characters$/, '文本超过 $1 个字符'],
  [/^the text holds a character that cannot be stored$/, '文本含有无法保存的字符'],
  [/^the number is too large$/, '数值过大'],
  [/^the integer has more digits than a number holds exactly$/, '整数位数过多，数值类型无法精确保存'],
  [/^must be text$/, '必须是文本'],
  [/^must be true or false$/, '必须是 true 或 false'],
  [/^must be a number$/, '必须是数字'],
  [/^must lie between (\S+) and (\S+), was (\S+)$/, '必须在 $1 与 $2 之间，实际为 $3'],
  [/^is for gateways only$/, '仅供网关使用'],
  [/^is no name of a device$/, '不是有效的设备名称'],
  [/^'(.*)' is unknown$/, '主题“$1”未知'],
  [/^must have 12 to 64 letters or digits$/, '必须是 12 到 64 个字母或数字'],
  [/^must be a number of milliseconds$/, '必须是毫秒数'],
  [/^is in use by another device$/, '已被其他设备使用'],
  [
    /^quota_exceeded: more than (\d+) messages an hour of the device$/,
    'quota_exceeded：该设备一小时内的消息超过 $1 条',
  ],
  [
    /^quota_exceeded: more than (\d+) messages an hour of the organisation$/,
    'quota_exceeded：本组织一小时内的消息超过 $1 条',
  ],
  [
    /^too_many_keys: the device has (\d+) keys, (\d+) new ones were not stored$/,
    'too_many_keys：该设备已有 $1 个数据项，$2 个新数据项未保存',
  ],
  [/^is before the device was claimed$/, '早于设备被本组织认领的时间'],
  [/^could not be stored$/, '无法保存'],
];

/** The reason in the locale; one without a Chinese text is returned as recorded. */
export function rejectionReason(reason: string, locale: Locale = 'zh-CN'): string {
  if (locale === 'en') return reason;
  for (const [english, chinese] of IN_CHINESE) {
    if (english.test(reason)) return reason.replace(english, chinese);
  }
  return reason;
}
