-- Who is looking at which conversation, in which of their windows (ADR 41). Unlogged: a heartbeat costs no write that
-- must last, and after a crash everybody says it again within half a minute. Half-filled pages take each heartbeat
-- beside the row before it.
create unlogged table presences (
  user_id bigint not null,
  client text not null check (char_length(client) <= 40),
  conversation_id bigint not null,
  activity text not null check (activity in ('viewing', 'replying', 'noting')),
  since timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  -- It goes with the session. Whoever comes with a token is gone when they say nothing more.
  session_id bigint references sessions on delete cascade,
  primary key (user_id, client)
) with (fillfactor = 50);
create index presences_by_session on presences (session_id);
