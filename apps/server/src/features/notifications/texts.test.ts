import { expect, it } from 'vitest';
import { defaultText, render, unknownVariables, VARIABLES, type TextKind } from './texts.ts';

const chinese = { language: 'zh-CN', timeZone: 'Asia/Shanghai' } as const;
const alarm = {
  kind: 'alarmRaised' as const,
  severity: 'CRITICAL',
  variables: { alarm: '土壤过干', device: '三号探头', identify: 'soil', values: { soil: 11.5 } },
  at: Date.parse('2026-03-01T04:05:00Z'),
};

it('replaces every variable of its texts in both languages', () => {
  for (const kind of Object.keys(VARIABLES) as TextKind[])
    for (const language of ['zh-CN', 'en'] as const) {
      const text = defaultText(kind, language);
      expect(unknownVariables(kind, text.subject + text.content)).toEqual([]);
      const shown = render(text, { ...alarm, kind }, { language, timeZone: 'UTC' });
      expect(shown.subject + shown.content).not.toContain('{{');
    }
});

it('says the value of the attribute, the severity and the local time', () => {
  const { subject, content } = render(defaultText('alarmRaised', 'zh-CN'), alarm, chinese);
  expect(subject).toBe('告警：土壤过干（三号探头）');
  expect(content).toContain('级别：紧急\n数值：11.5');
  expect(content).toContain('12:05');
});

it.each([
  [{}, '无'],
  [{ soil: 11.5 }, '11.5'],
  [{ soil: 11.5, temperature: 30 }, 'soil 11.5, temperature 30'],
])('an alarm of no one attribute with the values %j says %s', (values, expected) => {
  const variables = { ...alarm.variables, identify: null, values };
  expect(render({ subject: '', content: '{{value}}' }, { ...alarm, variables }, chinese).content).toBe(
    expected,
  );
});

it('leaves a value that looks like a variable as it is', () => {
  const variables = { ...alarm.variables, device: '{{value}}' };
  const text = { subject: '{{device}} {{ value }}', content: '{{value}}' };
  expect(render(text, { ...alarm, variables }, chinese)).toEqual({
    subject: '{{value}} 11.5',
    content: '11.5',
  });
});

it('knows the variables of its kind only', () => {
  expect(unknownVariables('workOrderDue', '{{order}} {{device}} {{x}}')).toEqual(['device', 'x']);
});

it.each([
  ['alarmRaised', '告警：土壤过干（三号探头）', 'Alarm: 土壤过干 (三号探头)'],
  ['alarmEscalated', '告警升级：土壤过干（三号探头）', 'Alarm escalated: 土壤过干 (三号探头)'],
  ['alarmCleared', '告警恢复：土壤过干（三号探头）', 'Alarm cleared: 土壤过干 (三号探头)'],
  ['alarmUnattended', '告警无人确认：土壤过干（三号探头）', 'Alarm without an answer: 土壤过干 (三号探头)'],
] as const)('the subject of %s says what happened, and the content says all of it', (kind, zh, en) => {
  const english = { language: 'en', timeZone: 'Asia/Shanghai' } as const;
  const shown = [chinese, english].map((reader) =>
    render(defaultText(kind, reader.language), { ...alarm, kind }, reader),
  );
  expect(shown.map(({ subject }) => subject)).toEqual([zh, en]);
  expect(shown[0]?.content).toMatch(/^设备：三号探头\n级别：紧急\n数值：11.5\n时间：2026年3月1日 12:05$/);
  expect(shown[1]?.content).toMatch(
    /^Device: 三号探头\nSeverity: critical\nValue: 11.5\nTime: Mar 1, 2026, 12:05\sPM$/,
  );
});

it('a work order says its content and until when, or that there is no deadline', () => {
  const order = { kind: 'workOrderDue' as const, severity: null, at: alarm.at };
  const english = { language: 'en', timeZone: 'UTC' } as const;
  const shown = (deadline: string | null, reader: typeof english | typeof chinese, kind = order.kind) =>
    render(
      defaultText(kind, reader.language),
      { ...order, variables: { order: '换滤网', content: '西区', deadline } },
      reader,
    );
  expect(shown('2026-03-02T00:00:00Z', chinese)).toEqual({
    subject: '工单即将到期：换滤网',
    content: '西区\n截止时间：2026年3月2日 08:00',
  });
  expect(shown(null, chinese).content).toBe('西区\n截止时间：无');
  expect(shown(null, english)).toEqual({
    subject: 'Work order due soon: 换滤网',
    content: '西区\nDue: none',
  });
});

it('a digest has its number and its lines', () => {
  const digest = { kind: 'digest' as const, severity: null, at: alarm.at };
  const variables = { count: 2, lines: ['一', '二'], content: 'unused' };
  expect(render(defaultText('digest', 'zh-CN'), { ...digest, variables }, chinese)).toEqual({
    subject: '告警摘要：2 条',
    content: '一\n二',
  });
});

it.each([
  ['CRITICAL', '紧急', 'critical'],
  ['MAJOR', '重要', 'major'],
  ['MINOR', '次要', 'minor'],
  ['WARNING', '警告', 'warning'],
  ['UNKNOWN', '', ''],
  [null, '', ''],
])('the severity %s is %s, %s', (severity, zh, en) => {
  const shown = (language: 'zh-CN' | 'en') =>
    render({ subject: '{{severity}}', content: '' }, { ...alarm, severity }, { language, timeZone: 'UTC' })
      .subject;
  expect([shown('zh-CN'), shown('en')]).toEqual([zh, en]);
});

it('what an event does not have is empty; a name that is no variable stays', () => {
  const text = { subject: '[{{alarm}}{{device}}{{order}}{{count}}] {{other}}', content: '  {{content}} \n' };
  expect(render(text, { ...alarm, variables: {} }, chinese)).toEqual({
    subject: '[] {{other}}',
    content: '',
  });
});

it('an attribute without a value gives all values of the alarm', () => {
  const variables = { ...alarm.variables, identify: 'humidity', values: { soil: 11.5 } };
  const shown = render({ subject: '', content: '{{value}}' }, { ...alarm, variables }, chinese);
  expect(shown.content).toBe('11.5');
});
