import type { WorkOrder, WorkOrderStateCode } from '@farm3d/api';

export type DocumentLanguage = 'zh-CN' | 'en';

/** Words of a printed work order. */
interface DocumentTexts {
  readonly kind: string;
  readonly facts: string;
  readonly state: string;
  readonly priority: string;
  readonly source: string;
  readonly assignee: string;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly deadline: string;
  readonly device: string;
  readonly scene: string;
  readonly checklist: string;
  readonly parts: string;
  readonly materials: string;
  readonly log: string;
  readonly signature: string;
  readonly none: string;
  readonly platform: string;
  readonly place: (text: string) => string;
  /** Images that were deleted. */
  readonly gone: (count: number) => string;
  readonly states: Readonly<Record<WorkOrderStateCode, string>>;
  readonly priorities: Readonly<Record<WorkOrder['priority'], string>>;
  readonly sources: Readonly<Record<WorkOrder['source'], string>>;
  readonly actions: Readonly<Record<'create' | 'edit', string>>;
}

export const DOCUMENT_TEXTS: Readonly<Record<DocumentLanguage, DocumentTexts>> = {
  'zh-CN': {
    kind: '工单',
    facts: '基本信息',
    state: '状态',
    priority: '优先级',
    source: '来源',
    assignee: '处理人',
    createdBy: '创建人',
    createdAt: '创建时间',
    deadline: '截止时间',
    device: '设备',
    scene: '场景',
    checklist: '检查清单',
    parts: '备件',
    materials: '证明材料',
    log: '处理记录',
    signature: '完工签名',
    none: '无',
    platform: '系统',
    place: (text) => `位置：${text}`,
    gone: (count) => `${count} 张图片已被删除`,
    states: { '0': '待处理', '1': '处理中', '2': '已完成', '3': '已关闭' },
    priorities: { low: '低', normal: '普通', high: '高', urgent: '紧急' },
    sources: { manual: '人工', alarm: '告警', linkage: '联动', advice: '灌溉建议', schedule: '定期计划' },
    actions: { create: '新建', edit: '修改' },
  },
  en: {
    kind: 'Work order',
    facts: 'Facts',
    state: 'State',
    priority: 'Priority',
    source: 'Made by',
    assignee: 'Assigned to',
    createdBy: 'Created by',
    createdAt: 'Created',
    deadline: 'Due',
    device: 'Device',
    scene: 'Scene',
    checklist: 'Checklist',
    parts: 'Parts',
    materials: 'Proof',
    log: 'History',
    signature: 'Signature of completion',
    none: 'none',
    platform: 'the platform',
    place: (text) => `Place: ${text}`,
    gone: (count) => `${count} images have been deleted`,
    states: { '0': 'Open', '1': 'In progress', '2': 'Done', '3': 'Closed' },
    priorities: { low: 'Low', normal: 'Normal', high: 'High', urgent: 'Urgent' },
    sources: {
      manual: 'By hand',
      alarm: 'Alarm',
      linkage: 'Automation',
      advice: 'Irrigation advice',
      schedule: 'Schedule',
    },
    actions: { create: 'Created', edit: 'Changed' },
  },
};
