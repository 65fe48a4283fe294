-- Custom folders and views follow a tag that is renamed or merged: both hear of what happens from now on (ADR 59).
insert into event_cursors (name, number)
select name, (select coalesce(max(number), 0) from feed) from (values ('folders.tags'), ('views.tags')) as reactions (name);
