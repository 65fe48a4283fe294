-- When the owner said what the desk is called; until then the first sign-in leads there, and never again after.
alter table account add column set_up_at timestamptz(3);

-- Who has chosen a password of their own uses the desk already.
update account set set_up_at = now() where exists (select from users where role = 'owner' and not password_one_time);
