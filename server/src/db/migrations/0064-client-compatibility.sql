-- A saved reply may be for chats alone.
alter table saved_replies alter column text drop not null, add check (text is not null or chat_text is not null);
