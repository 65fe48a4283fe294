-- The assignee is a key of every order's index: as what it only includes, each entry that is passed by is looked at twice as long.
drop index conversations_by_change, conversations_by_wait, conversations_by_wait_down, conversations_by_number,
  conversations_by_subject, conversations_by_customer_name, conversations_by_customer_email;
create index conversations_by_change on conversations (inbox_id, status, modified_at, id, assignee_id)
  include (created_at) where state = 'published';
create index conversations_by_wait on conversations (inbox_id, status, waiting_since, id, assignee_id)
  where state = 'published';
create index conversations_by_wait_down
  on conversations (inbox_id, status, waiting_since desc nulls last, id desc, assignee_id) where state = 'published';
create index conversations_by_number on conversations (inbox_id, status, number, id, assignee_id)
  where state = 'published';
create index conversations_by_subject on conversations (inbox_id, status, subject_key, id, assignee_id)
  where state = 'published';
create index conversations_by_customer_name on conversations (inbox_id, status, customer_name_key, id, assignee_id)
  where state = 'published';
create index conversations_by_customer_email on conversations (inbox_id, status, customer_email_key, id, assignee_id)
  where state = 'published';
