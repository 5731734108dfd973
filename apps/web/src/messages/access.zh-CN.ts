/** Texts of "who may do this" and "what may this person do". */
export const accessZhCN = {
  'access.title.device': '谁可以使用 {name}',
  'access.title.scene': '谁可以使用 {name}',
  'access.title.person': '{name} 可以做什么',
  'access.people': '本组织的用户',
  'access.shares': '分享给',
  'access.received': '收到的分享',
  'access.keys': '程序密钥',
  'access.embeds': '嵌入网站',
  'access.none': '无',
  'access.none.rights': '没有任何权限',
  'access.locked': '已锁定，没有任何权限',
  'access.operator': '可管理整个系统的组织',
  'access.roles': '角色：{roles}',
  'access.comma': '、',
  'access.by': '由 {name} 创建',
  'access.until': '至 {date}',
  'access.forever': '长期有效',
  'access.readOnly': '只读',
  'access.share.view': '查看当前值',
  'access.share.history': '查看历史',
  'access.share.control': '控制',
  'access.share.configure': '配置',
  'access.share.only': '仅 {keys}',
  'access.embed.shows': '显示场景 {scene}',
} as const;

export type AccessTextKey = keyof typeof accessZhCN;
