-- Which node works on a message (ADR 48). Those that are claimed hold back what came after them for the same inbox.
alter table mail_messages add column claim uuid;
create index mail_messages_claimed on mail_messages (inbox_id) where outcome = 'waiting' and claim is not null;
-- What was begun once and not settled is taken up alone.
create index mail_messages_suspect on mail_messages (id) where outcome = 'waiting' and attempts > 0;

-- Of what people see of it: the same message has another raw form for every way that it took.
alter table mail_messages add column content_hash bytea check (octet_length(content_hash) = 32);
