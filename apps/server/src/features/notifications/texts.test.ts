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
