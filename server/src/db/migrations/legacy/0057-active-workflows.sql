-- A workflow runs only on events that happen while it is active, however late they are processed.
-- Those that exist already keep running on events that still wait.
alter table workflows add column active_since timestamptz(3) not null default 'epoch';
alter table workflows alter column active_since set default now();
