alter table mail_connections
  -- Whether what was fetched is marked as read there.
  add column mark_seen boolean not null default true,
  -- How old the mail may be that is fetched when the folder is first seen: 0 takes only what comes from then on.
  add column backfill_days integer not null default 30 check (backfill_days between 0 and 36500),
  -- Since when administrators know that it fails.
  add column alarmed_at timestamptz(3);
create index mail_connections_to_fetch on mail_connections (id) where kind = 'imap' and enabled;

alter table imap_folders
  -- Up to this number it is what was there when the folder was first seen, or numbered anew.
  add column backfill_to bigint not null default 0,
  -- Of that, nothing that came before; null takes all of it.
  add column backfill_since timestamptz(3);

-- The same message under another number, after a server has numbered its folder anew.
create index mail_messages_by_inbox_and_key on mail_messages (inbox_id, storage_key);
