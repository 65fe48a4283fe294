-- One node at a time refreshes the access token of a connection, because providers end a refresh token on its first use.
-- The others read the new one here. Encrypted, as the secret is.
alter table mail_connections
  add column access_token bytea,
  add column access_token_until timestamptz(3),
  add column refresher uuid,
  add column refreshed_until timestamptz(3);

alter table mail_messages
  -- When its sender is checked next; null when that is decided, or was tried often enough.
  add column judge_at timestamptz(3),
  add column judge_attempts integer not null default 0;
create index mail_messages_to_judge on mail_messages (judge_at) where judge_at is not null;

-- The server that receives the mail fetched by IMAP, as it names itself in Authentication-Results; null: none is believed.
alter table mail_connections add column trusted_server text check (char_length(trusted_server) between 1 and 255);
drop trigger audit on mail_connections;
-- A token that is renewed by itself changes the secret alone.
create trigger audit after insert or delete
  or update of kind, host, port, security, auth, username, oauth, folder, enabled, trusted_server
  on mail_connections for each row execute function note_audited('mail-connection', 'id',
    'kind,host,port,security,auth,username,secret,oauth,folder,enabled,trusted_server', 'secret');
