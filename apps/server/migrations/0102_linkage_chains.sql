-- How many linkages ran one another before this run; 0: none.
alter table linkage_run add column depth int not null default 0;
