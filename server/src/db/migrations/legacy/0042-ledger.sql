-- What came and what went is looked at for the whole desk, the newest first (ADR 59).
create index mail_messages_by_time on mail_messages (received_at, id);
create index mail_messages_of_outcome on mail_messages (outcome, received_at, id);
create index mail_messages_by_sender on mail_messages (lower(facts ->> 'sender'), received_at, id);
create index outgoing_mail_by_time on outgoing_mail (created_at, id);
create index outgoing_mail_of_state on outgoing_mail (state, created_at, id);
create index outgoing_recipients_by_address on outgoing_recipients (lower(address), mail_id);

create trigger audit after insert or delete or update of timezone, hours
  on office_hours for each row execute function note_audited('office-hours', 'subject_id', 'timezone,hours', '');

-- The message itself has been removed by the policy of how long raw mail is kept; what became of it stays.
alter table mail_messages add column raw_removed_at timestamptz(3);
create index mail_messages_with_raw on mail_messages (received_at) where raw_removed_at is null;

-- Tags that become another one, where that is too much for one transaction.
create table tag_merges (
  tag_id bigint primary key references tags on delete cascade,
  into_id bigint not null references tags on delete cascade,
  user_id bigint references users on delete set null,
  -- Conversations that had it at first, and how many of them are done.
  total bigint not null,
  done bigint not null default 0,
  check (tag_id <> into_id)
);
create index tag_merges_by_target on tag_merges (into_id);

-- For how long things are kept, where the desk itself says so; what the operator has set holds otherwise.
alter table account
  add column deleted_days integer check (deleted_days between 1 and 36500),
  add column spam_days integer check (spam_days between 1 and 36500),
  add column raw_mail_days integer check (raw_mail_days between 1 and 36500),
  add column event_days integer check (event_days between 1 and 36500),
  add column delivery_days integer check (delivery_days between 3 and 3650);
drop trigger audit on account;
create trigger audit after update of name, old_conversation_days, deleted_days, spam_days, raw_mail_days, event_days, delivery_days
  on account for each row execute function note_audited('desk', 'id', 'name,old_conversation_days,deleted_days,spam_days,raw_mail_days,event_days,delivery_days', '');
create index conversations_spam_by_change on conversations (modified_at) where status = 'spam' and state = 'published';
