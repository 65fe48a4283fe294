-- One row, touched by whatever changes how users, tags, fields or folders look on conversations: with the version of
-- this row and of their own, a node knows whether what it has shown of a conversation is still right.
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
