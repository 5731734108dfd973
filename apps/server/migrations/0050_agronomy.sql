-- What the calculations must know of a plot; null where nobody said it, and then the answer says what was assumed.
alter table plant_configuration
  add column name                   text,
  add column device_ids             uuid[] not null default '{}',
  -- The valve that waters it.
  add column valve_id               uuid references device (id) on delete set null,
  add column environment            text check (environment in ('field', 'greenhouse')),
  -- m²
  add column area                   double precision check (area > 0),
  add column soil_texture           text,
  -- m³/m³
  add column field_capacity         double precision,
  add column wilting_point          double precision,
  add column irrigation_method      text check (irrigation_method in ('surface', 'sprinkler', 'drip')),
  -- m³/h
  add column irrigation_flow        double precision check (irrigation_flow > 0),
  add column irrigation_efficiency  double precision,
  add column latitude               double precision check (latitude between -90 and 90),
  add column longitude              double precision check (longitude between -180 and 180),
  -- m above the sea
  add column elevation              double precision,
  -- Share of sunlight that a house lets in.
  add column transmissivity         double precision,
  -- IANA name; Asia/Shanghai when null.
  add column time_zone              text;
create index plant_configuration_scene on plant_configuration (scene_id);
create index plant_configuration_devices on plant_configuration using gin (device_ids);

-- Numbers of the agronomic tables that an organisation put in place of the built-in ones.
create table agronomy_edit (
  organisation_id  uuid not null references organisation (id) on delete cascade,
  table_name       text not null,
  row_id           text not null,
  field            text not null,
  value            jsonb not null,
  -- Where the number is from, in the organisation's words.
  note             text not null,
  edited_by        uuid references app_user (id) on delete set null,
  edited_at        timestamptz not null default now(),
  primary key (organisation_id, table_name, row_id, field)
);

-- The climate of the organisation's place by month: what SPI and SPEI compare with.
create table agronomy_climate (
  organisation_id  uuid not null references organisation (id) on delete cascade,
  -- First day of the month.
  month            date not null,
  -- mm
  rain             double precision not null check (rain >= 0),
  -- mm
  et0              double precision check (et0 >= 0),
  primary key (organisation_id, month)
);
