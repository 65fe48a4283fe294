-- One node at a time refreshes the access token of a connection, because providers end a refresh token on its first use.
-- The others read the new one here. Encrypted, as the secret is.
alter table mail_connections
  add column access_token bytea,
  add column access_token_until timestamptz(3),
  add column refresher uuid,
  add column refreshed_until timestamptz(3);
