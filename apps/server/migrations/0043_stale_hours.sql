-- The oldest hours are computed first, a few days at a time, so that few partitions are read.
create index ts_stale_hour on ts_stale (hour, device);
