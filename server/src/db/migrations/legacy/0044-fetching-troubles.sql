-- The message at which fetching broke off last, and how often in a row: after some times it is stepped over.
alter table imap_folders add column troubled_uid bigint;
alter table imap_folders add column troubles integer not null default 0;
