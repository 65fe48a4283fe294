-- A saved reply may be for chats alone.
alter table saved_replies alter column text drop not null, add check (text is not null or chat_text is not null);

-- Slugs as long as clients make them, in capitals too. A deleted property keeps its values for a grace period, while another
-- one may have its slug.
alter table customer_properties
  drop constraint customer_properties_slug_key,
  drop constraint customer_properties_slug_check,
  add constraint customer_properties_slug_check check (slug ~ '^[A-Za-z0-9_-]{1,100}$'),
  add column deleted_at timestamptz(3);
create unique index customer_properties_by_slug on customer_properties (slug) where deleted_at is null;
drop trigger audit on customer_properties;
create trigger audit after insert or delete or update of name, type, deleted_at
  on customer_properties for each row execute function note_audited('customer-property', 'id', 'name,type,deleted_at', '');

alter table organization_properties
  drop constraint organization_properties_slug_key,
  drop constraint organization_properties_slug_check,
  add constraint organization_properties_slug_check check (slug ~ '^[A-Za-z0-9_-]{1,120}$'),
  add column deleted_at timestamptz(3);
create unique index organization_properties_by_slug on organization_properties (slug) where deleted_at is null;
drop trigger audit on organization_properties;
create trigger audit after insert or delete or update of name, type, options, deleted_at
  on organization_properties for each row
  execute function note_audited('organization-property', 'id', 'name,type,options,deleted_at', '');

-- Clients choose the ids of options, and may choose the same ones for two properties.
alter table customer_property_options drop constraint customer_property_options_pkey, add primary key (property_id, id);
