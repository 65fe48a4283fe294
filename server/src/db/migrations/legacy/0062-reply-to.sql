-- When a mail is taken to be from the address in its Reply-To instead of its From.
alter table inboxes add column use_reply_to text not null default 'automatic'
  check (use_reply_to in ('automatic', 'always', 'never'));
