-- Each inbox words its rating requests.
alter table inboxes add column rating_texts jsonb not null default '{}' check (jsonb_typeof(rating_texts) = 'object');

drop trigger audit on inboxes;
create trigger audit after insert or delete or update of name, email, signature, status_after_reply,
    default_assignee_id, auto_reply_enabled, auto_reply_subject, auto_reply_text, rating_requests, rating_texts
    on inboxes
  for each row execute function note_audited('inbox', 'id',
    'name,email,signature,status_after_reply,default_assignee_id,auto_reply_enabled,auto_reply_subject,auto_reply_text,rating_requests,rating_texts', '');
