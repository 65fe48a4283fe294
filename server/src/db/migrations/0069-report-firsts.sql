-- Distinct conversations and customers are counted from facts that are marked as the first of their week, percentiles from
-- the times of facts: nothing is kept packed any more (ADR 55).
drop table report_members;

alter table report_facts add first_activity boolean not null default false, add first_reply boolean not null default false;
update report_facts set first_activity = marked.first_activity, first_reply = marked.first_reply
from (
  select conversation_id, kind, part,
    row_number() over (partition by conversation_id, week order by at, kind collate "C", part) = 1 as first_activity,
    kind = 'reply' and row_number() over (partition by conversation_id, week, kind, user_id order by at, part) = 1 as first_reply
  from (select *, date_trunc('week', at, 'UTC') as week from report_facts
    where kind in ('created', 'received', 'reply', 'closed')) active) marked
where (marked.first_activity or marked.first_reply) and report_facts.conversation_id = marked.conversation_id
  and report_facts.kind = marked.kind and report_facts.part = marked.part;
alter table report_facts alter first_activity drop default, alter first_reply drop default;

create index report_facts_active on report_facts (at) include (inbox_id, type, conversation_id, customer_id, tag_ids)
  where first_activity;
create index report_facts_helped on report_facts (at) include (inbox_id, type, customer_id, user_id, tag_ids)
  where first_reply;
create index report_facts_times on report_facts (kind, at)
  include (inbox_id, type, amount, seconds, office_seconds, tag_ids) where seconds is not null;
