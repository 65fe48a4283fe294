-- Distinct conversations and customers are counted from facts that are marked as the first of their week, percentiles from
-- the times of facts: nothing is kept packed any more (ADR 55).
drop table report_members;

-- Updating a quarter of all facts would write each of these indexes once more; building them anew takes less.
drop index report_facts_by_time, report_facts_by_user, report_facts_by_customer, report_facts_by_part, report_facts_tagged,
  report_facts_ran;

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

create index report_facts_by_time on report_facts (kind, at) include (inbox_id, type, customer_id, tag_ids);
create index report_facts_by_user on report_facts (user_id, kind, at)
  include (inbox_id, type, customer_id, conversation_id)
  where user_id > 0;
create index report_facts_by_customer on report_facts (customer_id, at);
create index report_facts_by_part on report_facts (kind, part) where kind in ('answered', 'field');
create index report_facts_tagged on report_facts (part, at, inbox_id, type, customer_id) where kind = 'tagged';
create index report_facts_ran on report_facts (part) where kind = 'ran';
create index report_facts_active on report_facts (at) include (inbox_id, type, conversation_id, customer_id, tag_ids)
  where first_activity;
create index report_facts_helped on report_facts (at) include (inbox_id, type, customer_id, user_id, tag_ids)
  where first_reply;
create index report_facts_times on report_facts (kind, at)
  include (inbox_id, type, amount, seconds, office_seconds, tag_ids) where seconds is not null;
