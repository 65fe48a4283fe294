-- A field that is deleted is gone for everybody at once; its values, which may be a million, are removed afterwards.
alter table custom_fields add column deleted_at timestamptz(3);
drop index custom_fields_by_name;
create unique index custom_fields_by_name on custom_fields (inbox_id, lower(name)) where deleted_at is null;
