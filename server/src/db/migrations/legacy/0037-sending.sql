-- Each thread is mailed once, however often somebody hears of it; what tells several of us of one thread is one for each.
create unique index outgoing_mail_once on outgoing_mail (thread_id, kind, user_id) nulls not distinct
  where thread_id is not null;
drop index outgoing_mail_by_thread;

-- What is due is looked for inbox by inbox, so that a relay that is away holds up no other.
create index outgoing_mail_due_by_inbox on outgoing_mail (coalesce(inbox_id, 0), due_at, id) where state = 'waiting';
drop index outgoing_mail_due;

-- By state, for those who look after an inbox.
create index outgoing_mail_by_state on outgoing_mail (inbox_id, state, id);
create index outgoing_mail_unsent on outgoing_mail (state, created_at) where state not in ('sent', 'dropped');
drop index outgoing_mail_held;

-- As they were named; the first one's address is part of what is signed in the names of a mail.
alter table outgoing_recipients add column place smallint not null default 0;

-- Addresses that somebody has proven to be theirs.
create index mail_messages_proven on mail_messages (lower(facts ->> 'sender')) where facts @> '{"verified": true}';
