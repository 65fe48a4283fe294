-- Replying assigns an unassigned conversation to the person who replies (ADR 78). Existing inboxes do so as well.
alter table inboxes add assign_on_reply boolean not null default true;
alter table threads add then_assigns_writer boolean not null default false;
