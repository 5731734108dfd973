-- Mean daily extremes of each month, °C: they stand for days without temperature, and for days ahead without a forecast.
alter table agronomy_climate
  add column tmax double precision check (tmax between -90 and 60),
  add column tmin double precision check (tmin between -90 and 60),
  add constraint agronomy_climate_extremes check (tmin <= tmax);
