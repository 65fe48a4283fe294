-- What has changed since a moment is listed by age from this index alone. It may be much in one status and little in another,
-- where a walk by age would pass by everything to find it.
drop index conversations_by_change;
create index conversations_by_change on conversations (inbox_id, status, modified_at, id)
  include (assignee_id, created_at) where state = 'published';
