-- Administrators answer what people said of the platform.
alter table feedback
  add column answer       text,
  add column answered_by  uuid references app_user (id) on delete set null,
  add column answered_at  timestamptz;
create index feedback_organisation on feedback (organisation_id, created_at desc);
