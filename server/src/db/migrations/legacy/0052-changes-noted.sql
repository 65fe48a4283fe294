-- Which conversations a transaction has written to, or to what a search finds them by. So a node that remembers the beginning
-- of a list looks again at these alone (ADR 65). Not logged: after a crash both tables are empty, and nothing counts as known.
create unlogged table conversation_changes (
  transaction_id xid8 not null default pg_current_xact_id(),
  -- No foreign key: it may be gone.
  conversation_id bigint not null
);
create index conversation_changes_by_transaction on conversation_changes (transaction_id) include (conversation_id);

-- What earlier transactions have written is forgotten.
create unlogged table conversation_changes_kept (
  is_only boolean primary key default true check (is_only),
  since xid8 not null
);
insert into conversation_changes_kept (since) values (pg_current_xact_id());

create function forget_conversation_changes(kept bigint) returns void language plpgsql as $$
declare
  bound xid8;
begin
  -- Of another database, whose dump this one was made of.
  delete from conversation_changes where transaction_id >= pg_snapshot_xmax(pg_current_snapshot());
  delete from conversation_changes_kept where since > pg_snapshot_xmax(pg_current_snapshot());
  insert into conversation_changes_kept (since) select pg_snapshot_xmin(pg_current_snapshot())
  where not exists (select from conversation_changes_kept);
  bound := (select transaction_id from conversation_changes order by transaction_id desc offset kept limit 1);
  if bound is not null then
    update conversation_changes_kept set since = greatest(since, bound);
    delete from conversation_changes where transaction_id < bound;
  end if;
end $$;

create function note_conversation_changes() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if tg_table_name = 'conversations' then
    insert into conversation_changes (conversation_id) select id from touched;
  else
    insert into conversation_changes (conversation_id) select conversation_id from touched;
  end if;
  return null;
end $$;

create trigger note_new_conversations after insert on conversations
  referencing new table as touched for each statement execute function note_conversation_changes();
create trigger note_changed_conversations after update on conversations
  referencing new table as touched for each statement execute function note_conversation_changes();
create trigger note_gone_conversations after delete on conversations
  referencing old table as touched for each statement execute function note_conversation_changes();

create trigger note_new_words after insert on search_entries
  referencing new table as touched for each statement execute function note_conversation_changes();
create trigger note_changed_words after update on search_entries
  referencing new table as touched for each statement execute function note_conversation_changes();
create trigger note_gone_words after delete on search_entries
  referencing old table as touched for each statement execute function note_conversation_changes();

-- Whatever else a conversation is searched by, such as who has replied, renews this.
create trigger note_searched_anew after update on searched_conversations
  referencing new table as touched for each statement execute function note_conversation_changes();
