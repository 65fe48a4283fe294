-- What the scanner said of a file that it did not let pass.
alter table attachments add column finding text check (char_length(finding) <= 255);

-- Which files somebody needs: the sweep of the store asks for hundreds at once.
create index attachments_by_storage_key on attachments (storage_key);

-- Those that wait for the scanner, few at any time.
create index attachments_pending on attachments (id) where state = 'pending';
