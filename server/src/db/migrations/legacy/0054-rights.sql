-- Rights of tokens and apps, and who really wrote what stands in another's name (ADR 66).

alter table tokens drop constraint tokens_scope_check,
  add constraint tokens_scope_check check (scope in ('read-only', 'drafts-only', 'full', 'administration'));
alter table authorization_codes drop constraint authorization_codes_scope_check,
  add constraint authorization_codes_scope_check check (scope in ('read-only', 'drafts-only', 'full', 'administration'));
alter table bulk_actions drop constraint bulk_actions_scope_check,
  add constraint bulk_actions_scope_check check (scope in ('drafts-only', 'full', 'administration'));

-- Personal tokens of owners and admins were made to do everything, and go on to; apps are asked about anew.
update tokens set scope = 'administration' from users
  where users.id = tokens.user_id and tokens.kind = 'personal' and tokens.scope = 'full' and users.role in ('owner', 'admin');

alter table apps add column administration boolean not null default false;
drop trigger audit on apps;
create trigger audit after insert or delete or update of name, redirect_uris, client_secret_hash, administration
  on apps for each row execute function
  note_audited('app', 'id', 'name,redirect_uris,client_secret_hash,administration', 'client_secret_hash');

-- Set where it was not the author themselves. Not a foreign key: each thread that is noted down for a customer would lock
-- the row of the same user.
alter table threads add column performed_by_id bigint;

create function note_acting_user() returns trigger language plpgsql as $$
begin
  insert into audit_entries (user_id, noun, subject_id, subject_name, inbox_id, act, changes)
  select new.performed_by_id, 'thread', new.id, '#' || number, inbox_id,
    case tg_op when 'INSERT' then 'created' else 'updated' end,
    jsonb_build_object('created_by_id', jsonb_build_array(null, new.created_by_id),
      'conversation_id', jsonb_build_array(null, new.conversation_id))
  from conversations where id = new.conversation_id;
  return null;
end $$;
-- A customer's words that somebody writes down are ordinary work, and so is what a customer writes.
create trigger audit_new after insert on threads for each row
  when (new.performed_by_id is not null and new.created_by_id is not null and new.type <> 'lineitem') execute function note_acting_user();
create trigger audit_sent after update of performed_by_id on threads for each row
  when (new.performed_by_id is not null and new.created_by_id is not null
    and new.performed_by_id is distinct from old.performed_by_id and new.type <> 'lineitem') execute function note_acting_user();
