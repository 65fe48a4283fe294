-- What the user was asked for and said yes to; the tokens of a code never go further.
alter table authorization_codes
  add scope text not null default 'full' check (scope in ('full', 'read-only', 'drafts-only'));

-- When the consent behind a refresh token ends, however often the token is rotated.
alter table tokens
  add consent_ends_at timestamptz(3),
  add check (kind <> 'refresh' or consent_ends_at is not null);
