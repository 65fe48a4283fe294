-- ADR 24. A change writes its event into `events`, where it waits for a number. The sequencer moves it into `feed`,
-- which only ever grows at its end: one index, no row changed twice, nothing for vacuum to tidy up behind readers.
drop index events_to_number;
alter table events
  drop column number,
  -- Behind the transaction's id, which then exists before the event's: the sequencer relies on it.
  drop column id,
  add column id bigint generated always as identity primary key,
  -- Nobody's row is locked to say who did something; users are deactivated, never deleted.
  drop constraint events_user_id_fkey,
  -- Where a conversation was before it was moved: those who see that inbox hear that it has gone.
  add column from_inbox_id bigint;
-- Its rows stay for milliseconds. Cutting the file short would make writers wait.
alter table events set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, vacuum_truncate = off);

create table feed (
  number bigint primary key,
  kind text not null,
  inbox_id bigint,
  from_inbox_id bigint,
  conversation_id bigint,
  subject_id bigint not null,
  user_id bigint,
  data jsonb not null,
  created_at timestamptz(3) not null
);

-- How far each reaction has heard the feed. `failing` is an event that it could not bear, tried again at `retry_at`.
create table event_cursors (
  name text primary key check (char_length(name) between 1 and 60),
  number bigint not null,
  failing bigint,
  tries integer not null default 0,
  retry_at timestamptz(3),
  check ((failing is null) = (retry_at is null))
);

-- Events that a reaction was given up on, so that those after them are heard.
create table failed_reactions (
  reaction text not null,
  number bigint not null,
  error text not null,
  created_at timestamptz(3) not null default now(),
  primary key (reaction, number)
);
