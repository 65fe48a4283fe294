-- One entry per thread with a body and one (thread 0) per subject. The words come folded from search/words.ts:
-- lower case, no accents, no markup, labelled A for subjects, B for addresses, D for bodies.
create table search_entries (
  conversation_id bigint not null references conversations on delete cascade,
  thread_id bigint not null,
  -- Weeks since 1970 of the conversation's created_at, which never changes: the index can answer one week at a time,
  -- so that a reader could stop when the page is full (ADR 6).
  week integer not null,
  words tsvector not null,
  primary key (conversation_id, thread_id)
);
create index search_entries_by_word on search_entries using gin (week, words);
