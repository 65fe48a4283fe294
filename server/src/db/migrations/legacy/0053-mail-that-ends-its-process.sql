-- A mail whose attempt neither ended nor failed, because the process died or stalled, is suspect: it is tried with no other
-- beside it, and only then is it counted that the process ended with it.
alter table outgoing_mail
  add column suspect boolean not null default false,
  add column crashes integer not null default 0;
create index outgoing_mail_suspect on outgoing_mail (id) where state = 'waiting' and (suspect or claim is not null);

alter table mail_messages add column suspect boolean not null default false;
