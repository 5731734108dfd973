-- The maps of territories that an organisation brings along, each the inside of one area ('' = the whole).
create table region_map (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  -- Code of the area that it is the inside of, as the map above names it.
  parent_code      text not null,
  -- The GeoJSON as it was uploaded; without its file there is no map.
  file_id          uuid not null references file (id) on delete cascade,
  regions          int not null,
  created_at       timestamptz not null default now(),
  unique (organisation_id, parent_code)
);
create index region_map_file on region_map (file_id);

-- Every ring of every area, holes among them: a place is inside when an odd number of an area's rings holds it.
create table region_ring (
  id         bigint generated always as identity primary key,
  map_id     uuid not null references region_map (id) on delete cascade,
  area_code  text not null,
  -- Longitude, latitude.
  outline    polygon not null,
  -- Box of the outline, looked at first: an outline may have thousands of points.
  bounds     box not null
);
create index region_ring_map on region_ring (map_id);
create index region_ring_bounds on region_ring using gist (bounds);
