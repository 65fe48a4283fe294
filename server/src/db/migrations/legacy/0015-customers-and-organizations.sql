-- An organization that was deleted is gone for everybody at once; its customers and conversations leave it in batches,
-- because a single statement over all of them would run too long. Then the row goes.
alter table organizations add column removed_at timestamptz(3);
create index organizations_removed on organizations (id) where removed_at is not null;

-- A property that is deleted finds its values.
create index customer_property_values_by_property on customer_property_values (property_id);
create index organization_property_values_by_property on organization_property_values (property_id);
