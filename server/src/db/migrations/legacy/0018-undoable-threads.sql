-- It waits only so that whoever sent it can think again, and not because somebody scheduled it.
alter table threads
  add column undoable boolean not null default false check (not undoable or scheduled_for is not null);

-- In the writer's words: what they come to depends on the conversation as it is when the thread goes out.
alter table threads drop constraint threads_then_status_check;
alter table threads add constraint threads_then_status_check
  check (then_status in ('active', 'closed', 'pending', 'spam', 'open', 'inbox_predefined'));
