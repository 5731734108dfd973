-- Alarms that nobody acknowledges: how far they escalated, and when they were last told again.

alter table alarm
  -- Steps of the escalation that were taken; `severity` is that of the last.
  add column escalation int not null default 0,
  add column reminded_at timestamptz;
