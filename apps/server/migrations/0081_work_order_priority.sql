-- How urgent a work order is; compared in this order.
create type work_order_priority as enum ('low', 'normal', 'high', 'urgent');
alter table work_order add column priority work_order_priority not null default 'normal';
