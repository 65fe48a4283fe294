-- Which answers of ours by mail are written already: the same message, read or sent again, is written once (ADR 52).
create table agent_replies (
  mail_id bigint not null references outgoing_mail on delete cascade,
  -- Of the message: what it calls itself, hashed.
  message_key text not null check (char_length(message_key) = 64),
  conversation_id bigint not null,
  thread_id bigint not null,
  primary key (mail_id, message_key)
);

-- What the scanner says of the whole raw message, beside each of its attachments. Null: nobody has asked it.
alter table mail_messages
  add column scan text check (scan in ('pending', 'valid', 'virus')),
  add column finding text check (char_length(finding) <= 255);
create index mail_messages_unscanned on mail_messages (id) where scan is null or scan = 'pending';

-- How much each of us has uploaded in each hour of late.
create table uploads (
  user_id bigint not null references users on delete cascade,
  hour timestamptz(3) not null,
  bytes bigint not null,
  files bigint not null,
  primary key (user_id, hour)
);
create index uploads_by_hour on uploads (hour);
