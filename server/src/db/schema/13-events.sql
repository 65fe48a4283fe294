-- A change writes its event in its own transaction. After the commit, one sequencer moves events into `feed` and numbers
-- them; it waits for older transactions, so that a later number never becomes visible before an earlier one. Rows stay
-- for milliseconds: truncating the file would make writers wait.
create table events (
  transaction_id xid8 not null default pg_current_xact_id(),
  -- After transaction_id, because defaults are evaluated in the order of the columns: the sequencer relies on the
  -- transaction's id being older than the event's.
  id bigint generated always as identity primary key,
  kind text not null check (char_length(kind) between 1 and 60),
  -- Readers who see this inbox may receive the event; null means everybody.
  inbox_id bigint,
  -- The inbox of a conversation before it was moved: readers of that inbox learn that it has gone.
  from_inbox_id bigint,
  conversation_id bigint,
  subject_id bigint not null,
  -- Null when a customer or the service itself made the change. Not a foreign key, so that no row is locked for it; users
  -- are deactivated, never deleted.
  user_id bigint,
  data jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  -- The workflow that made the change, and the length of the chain of workflows that triggered it: 0 when a person did. The
  -- runner of a workflow sets both for its transaction.
  depth smallint not null default coalesce(nullif(current_setting('deskhand.depth', true), ''), '0')::smallint,
  workflow_id bigint default nullif(current_setting('deskhand.workflow', true), '')::bigint
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = off);

-- Only grows at its end: one index, and no row is changed twice.
create table feed (
  number bigint primary key,
  kind text not null,
  inbox_id bigint,
  from_inbox_id bigint,
  conversation_id bigint,
  subject_id bigint not null,
  user_id bigint,
  data jsonb not null,
  created_at timestamptz(3) not null,
  depth smallint not null default 0,
  workflow_id bigint
);

-- The last number that each reaction has processed. `failing` is an event that failed, to be retried at `retry_at`.
create table event_cursors (
  name text primary key check (char_length(name) between 1 and 60),
  number bigint not null,
  failing bigint,
  tries integer not null default 0,
  retry_at timestamptz(3),
  check ((failing is null) = (retry_at is null))
);
-- From the beginning, so that reactions process events from before the first worker started.
insert into event_cursors (name, number)
select name, 0
from unnest(array['release', 'routing', 'webhooks', 'webhooks.disable', 'notifications', 'mail', 'reports', 'workflows',
  'workflows.check', 'folders.tags', 'views.tags']) as name;

-- Events that a reaction has given up, so that it can process later ones.
create table failed_reactions (
  reaction text not null,
  number bigint not null,
  error text not null,
  created_at timestamptz(3) not null default now(),
  primary key (reaction, number)
);

-- Heartbeats of the nodes that run jobs, under their names in the job queue. The node that finds one expired deletes the
-- row and releases its jobs.
create table job_nodes (
  id text primary key,
  seen_at timestamptz(3) not null default clock_timestamp()
);

-- Jobs whose node died while it ran them. The queue never reuses a job's id.
create table job_crashes (
  job_id bigint not null,
  node_id text not null,
  crashed_at timestamptz(3) not null default clock_timestamp(),
  primary key (job_id, node_id)
);
create index job_crashes_by_age on job_crashes (crashed_at);
