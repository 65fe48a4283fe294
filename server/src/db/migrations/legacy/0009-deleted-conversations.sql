-- The Deleted folder is listed too; in the order of every other list, and of no weight to the rest.
create index conversations_deleted on conversations (inbox_id, status, created_at, id) where state = 'deleted';
