-- Whether the operator's relay (SMTP_URL) takes mail, as mail_connections says it of an inbox's own. One row.
create table operator_relay (
  is_only boolean primary key default true check (is_only),
  state text not null default 'new' check (state in ('new', 'working', 'failing', 'refused')),
  problem text check (char_length(problem) <= 255),
  last_success_at timestamptz(3)
);
insert into operator_relay default values;
