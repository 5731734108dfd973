-- Product models that an organisation makes stand beside the built-in ones, which have no organisation.
alter table product_model
  add column organisation_id uuid references organisation (id) on delete cascade,
  add column name_en text not null default '',
  -- A draft accepts whatever is reported; a retired one is chosen for no new device.
  add column state text not null default 'active' check (state in ('draft', 'active', 'retired')),
  -- How often its devices report, seconds; null: unknown.
  add column reporting_interval_s int check (reporting_interval_s between 1 and 604800),
  add column version int not null default 1,
  drop constraint product_model_code_key;
create unique index product_model_code on product_model
  (code, coalesce(organisation_id, '00000000-0000-0000-0000-000000000000'));
create index product_model_organisation on product_model (organisation_id);
alter table product_attribute add column name_en text not null default '';
