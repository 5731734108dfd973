-- What the water model needs to know of a plot beyond 0050; null where nobody said it.
alter table plant_configuration
  -- The meter of the plot's own water, where it is not the valve's.
  add column meter_id     uuid references device (id) on delete set null,
  -- Height of the wind sensor, m.
  add column wind_height  double precision check (wind_height between 0.5 and 200),
  -- Sand, clay, organic matter, own retention curve, mulch, curve number, water table and salt, as the call checks them.
  add column soil         jsonb;

-- Irrigation that somebody started or ordered from the advice: an advice once followed is not offered again.
create table plot_irrigation (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  -- Of a plant configuration, else of a scene.
  plot_id          uuid not null,
  -- The valve was opened, or a work order was written.
  kind             text not null check (kind in ('valve', 'order')),
  -- mm and m³ as advised.
  gross            double precision check (gross >= 0),
  volume           double precision check (volume >= 0),
  done_by          uuid references app_user (id) on delete set null,
  done_at          timestamptz not null default now()
);
create index plot_irrigation_plot on plot_irrigation (organisation_id, plot_id, done_at desc);
