-- A conversation shows names, pictures and e-mail addresses of its customers. All of that changes its own row now, so that
-- this row alone tells whether what was made of a conversation is still right (ADR 35).

create or replace function copy_customer_change() returns trigger language plpgsql as $$
declare
  name text := sort_key(concat_ws(' ', new.first_name, new.last_name));
  looks_other boolean := (old.first_name, old.last_name, old.photo_url)
    is distinct from (new.first_name, new.last_name, new.photo_url);
begin
  update conversations set customer_name_key = name, organization_id = new.organization_id
  where customer_id = new.id
    and (looks_other or (customer_name_key, organization_id) is distinct from (name, new.organization_id));
  if looks_other then
    perform touch_created_conversations(new.id);
  end if;
  return null;
end $$;

-- Those of another customer by now, which show who began them too.
create function touch_created_conversations(customer bigint) returns void language sql as $$
  update conversations set created_by_customer_id = customer
  where created_by_customer_id = customer and customer_id <> customer
$$;

drop trigger copy_customer_change on customers;
create trigger copy_customer_change after update of first_name, last_name, photo_url, organization_id on customers
  for each row execute function copy_customer_change();

-- As in migration 0012, and for the first address also where its sort key is the same.
create or replace function copy_email_change() returns trigger language plpgsql as $$
declare
  customer bigint;
  first customer_emails;
  looks_other boolean;
begin
  for customer in
    select id from customers where id in (old.customer_id, new.customer_id) order by id for no key update
  loop
    update customers set addresses = addresses_of(id) where id = customer and addresses <> addresses_of(id);
    select * into first from customer_emails where customer_id = customer order by id limit 1;
    looks_other := (first.id is null or coalesce(new.id, old.id) <= first.id)
      and (old.value, old.customer_id) is distinct from (new.value, new.customer_id);
    update conversations set customer_email_key = sort_key(coalesce(first.value, ''))
    where customer_id = customer and (looks_other or customer_email_key <> sort_key(coalesce(first.value, '')));
    if looks_other then
      perform touch_created_conversations(customer);
    end if;
  end loop;
  return null;
end $$;

-- Whoever renames a customer meanwhile waits, and so finds the conversation.
create or replace function copy_customer_to_conversation() returns trigger language plpgsql as $$
begin
  select sort_key(concat_ws(' ', first_name, last_name)), left(split_part(addresses, e'\n', 1), 60), organization_id
  into new.customer_name_key, new.customer_email_key, new.organization_id
  from customers where id = new.customer_id for share;
  if new.created_by_customer_id <> new.customer_id then
    perform from customers where id = new.created_by_customer_id for share;
  end if;
  return new;
end $$;
