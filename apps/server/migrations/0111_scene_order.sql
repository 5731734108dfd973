-- The place of a scene in the list, from 1; null: it was made after the order was set, and comes first.
alter table scene add column place int;
