-- One row for each subject and network, so that a delay can grow with the failures. Earlier failures are dropped: they
-- were counted for fifteen minutes only.
drop table sign_in_failures;
create table sign_in_failures (
  -- Such as `account:ada@example.com`.
  subject text not null check (char_length(subject) <= 330),
  -- Empty where failures from everywhere are counted together.
  network text not null check (char_length(network) <= 64),
  failures integer not null check (failures > 0),
  failed_at timestamptz(3) not null,
  primary key (subject, network)
);
create index sign_in_failures_by_age on sign_in_failures (failed_at);

-- Webhook secrets are encrypted with a key outside of the database, so SQL cannot convert them. The next start of a node
-- moves the plain ones into the encrypted columns (server/src/webhooks/secrets.ts).
drop trigger audit on webhooks;
alter table webhooks rename column secret to plain_secret;
alter table webhooks rename column previous_secret to plain_previous_secret;
alter table webhooks
  alter column plain_secret drop not null,
  drop constraint webhooks_previous_secret_check1,
  add column secret bytea,
  add column previous_secret bytea,
  add check ((secret is null) = (plain_secret is not null)),
  add check (plain_previous_secret is null or plain_secret is not null),
  add check ((previous_secret is null and plain_previous_secret is null) = (previous_secret_until is null));

create trigger audit after insert or delete on webhooks for each row
  execute function note_audited('webhook', 'id',
    'url,state,events,notification,label,payload_version,secret,inbox_ids', 'secret');
-- Encrypting a plain secret changes nothing that an administrator has to know.
create trigger audit_changed
  after update of url, state, events, notification, label, payload_version, secret, inbox_ids on webhooks
  for each row when (old.plain_secret is null)
  execute function note_audited('webhook', 'id',
    'url,state,events,notification,label,payload_version,secret,inbox_ids', 'secret');
