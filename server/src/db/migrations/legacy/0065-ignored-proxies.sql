-- The last request whose forwarded headers named another origin than links begin with. There is one row at most.
create table ignored_proxies (
  id smallint primary key default 1 check (id = 1),
  header text not null check (header in ('X-Forwarded-Proto', 'X-Forwarded-Host', 'Forwarded')),
  -- Of whoever was connected, not what a header says.
  address text not null check (char_length(address) <= 64),
  seen_at timestamptz(3) not null
);
