import { addTexts } from '../../platform/locale.ts';

/** Texts of embedding a scene in another site. */
export const zhCN = {
  'embedding.title': '嵌入场景 {name}',
  'embedding.hint': '让另一个网站实时显示此场景。网站只能查看，不能控制设备。',
  'embedding.name': '名称',
  'embedding.name.hint': '例如将显示此场景的网站',
  'embedding.origins': '允许的网站',
  'embedding.origins.hint': '每行一个来源，例如 https://portal.example；其他网站会被拒绝。',
  'embedding.origins.wrong': '“{origin}”不是网站来源，应类似 https://portal.example，不含路径',
  'embedding.origins.many': '最多 {n} 个来源',
  'embedding.until': '有效至',
  'embedding.until.hint': '最长一年，可随时撤销',
  'embedding.until.past': '请选择今天或以后的日期',
  'embedding.until.far': '最长一年',
  'embedding.create': '生成代码',
  'embedding.another': '再生成一个',
  'embedding.made.hint': '令牌只显示这一次：请现在把下面的一种代码放入网站。',
  'embedding.kind': '代码类型',
  'embedding.kind.html': 'HTML',
  'embedding.kind.react': 'React',
  'embedding.kind.vue': 'Vue',
  'embedding.kind.iframe': 'iframe',
  'embedding.code.html': '由打包工具构建的页面，已安装 farm3d-engine 和 three',
  'embedding.code.react': 'React 组件，已安装 farm3d-engine 和 three',
  'embedding.code.vue': 'Vue 组件，已安装 farm3d-engine 和 three',
  'embedding.code.iframe': '任何页面，无需安装',
  'embedding.tokens': '嵌入令牌',
  'embedding.tokens.hint': '允许其他网站显示场景的令牌；在场景列表的菜单中新建',
  'embedding.tokens.ofScene': '此场景的令牌',
  'embedding.tokens.none': '没有嵌入令牌',
  'embedding.expires': '有效至 {date}',
  'embedding.expired': '已过期',
  'embedding.anyOrigin': '服务器允许的所有网站',
  'embedding.revoke': '撤销 {name}',
  'embedding.revoke.label': '撤销',
  'embedding.revoke.message': '使用“{name}”的网页将立即停止显示场景。是否继续？',
  'embedding.revoked': '令牌已撤销',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
