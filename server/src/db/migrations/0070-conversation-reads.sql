-- Unread conversations for each user. Messages from before this migration count as read.
alter table users add unread_since timestamptz(3) not null default now();

alter table conversations add customer_wrote_at timestamptz(3);
update conversations set customer_wrote_at = wrote.at
from (
  select conversation_id, max(created_at) as at from threads
  where created_by_id is null and type <> 'lineitem' and state = 'published'
  group by conversation_id) wrote
where conversations.id = wrote.conversation_id;

create table conversation_reads (
  user_id bigint not null references users on delete cascade,
  conversation_id bigint not null references conversations on delete cascade,
  -- Null where the user marked it as unread.
  read_at timestamptz(3),
  primary key (user_id, conversation_id)
);
create index conversation_reads_by_conversation on conversation_reads (conversation_id);
