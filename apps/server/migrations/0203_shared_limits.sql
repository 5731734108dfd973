-- What several servers count together. Not logged: a crash of the database starts them anew, as a restart does with one.

-- Calls by name of the limit and whose they are; rate-limiter-flexible.
create unlogged table rate_limit (
  key     varchar(255) primary key,
  points  int not null default 0,
  -- Epoch ms.
  expire  bigint
);

-- Messages by the hour of the clock.
create unlogged table message_count (
  -- Hours since 1970.
  hour     int not null,
  -- A device or an organisation.
  subject  text not null,
  messages int not null,
  primary key (hour, subject)
);
