-- What the present schema (db/schema/) no longer has.

-- No index uses the extension any more. It stays where another role owns it, or where something else uses it.
do $$
begin
  drop extension if exists btree_gin;
exception when insufficient_privilege or dependent_objects_still_exist then
  null;
end $$;

alter table webhooks rename constraint webhooks_secret_check to webhooks_plain_secret_check;
alter table webhooks rename constraint webhooks_previous_secret_check to webhooks_plain_previous_secret_check;
