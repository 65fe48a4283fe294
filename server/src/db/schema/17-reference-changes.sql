-- One row that is updated by every change to how users, tags, fields, folders or properties are presented on conversations
-- and customers. With the versions of this row and of theirs, a node knows whether a cached presentation is still valid.
create table reference_changes (
  is_only boolean primary key default true check (is_only),
  changes bigint not null default 0
);
insert into reference_changes default values;

create function note_reference_change() returns trigger language plpgsql as $$
begin
  update reference_changes set changes = changes + 1;
  return null;
end $$;
create trigger users_look after update of type, first_name, last_name, email, photo_url on users
  for each statement execute function note_reference_change();
create trigger tags_look after update of name, color or delete on tags
  for each statement execute function note_reference_change();
create trigger custom_fields_look after update of name, position, deleted_at or delete on custom_fields
  for each statement execute function note_reference_change();
create trigger custom_field_options_look after insert or update or delete on custom_field_options
  for each statement execute function note_reference_change();
create trigger folders_look after update of inbox_id, type or delete on folders
  for each statement execute function note_reference_change();
create trigger customer_properties_look after insert or update or delete on customer_properties
  for each statement execute function note_reference_change();
create trigger customer_property_options_look after insert or update or delete on customer_property_options
  for each statement execute function note_reference_change();
