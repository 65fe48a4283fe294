alter table webhooks
  -- What the names of the signature headers begin with. Null follows the setting WEBHOOK_HEADER_PREFIX.
  add column header_prefix text check (char_length(header_prefix) between 1 and 60),
  drop constraint webhooks_events_check,
  -- The last line has other names of kinds, which existing clients use.
  add constraint webhooks_events_check check (cardinality(events) between 1 and 50 and events <@ array[
    'widget.chat.created', 'widget.chat.customer.replied', 'convo.agent.reply.created',
    'convo.ai-answers-email.reply.created', 'convo.ai-answers-email.resolution', 'convo.assigned', 'convo.created',
    'convo.custom-fields', 'convo.customer.reply.created', 'convo.deleted', 'convo.merged', 'convo.moved',
    'convo.note.created', 'convo.status', 'convo.tags', 'customer.created', 'customer.deleted', 'customer.updated',
    'message.survey.response.received', 'satisfaction.ratings', 'organization.created', 'organization.deleted',
    'organization.updated', 'tag.created', 'tag.deleted', 'tag.updated', 'user.status.changed',
    'beacon.chat.created', 'beacon.chat.customer.replied', 'convo.ai-answers.created']);

drop trigger audit on webhooks;
drop trigger audit_changed on webhooks;
create trigger audit after insert or delete on webhooks for each row
  execute function note_audited('webhook', 'id',
    'url,state,events,notification,label,payload_version,secret,inbox_ids,header_prefix', 'secret');
-- Encrypting a plain secret changes nothing that an administrator has to know.
create trigger audit_changed
  after update of url, state, events, notification, label, payload_version, secret, inbox_ids, header_prefix on webhooks
  for each row when (old.plain_secret is null)
  execute function note_audited('webhook', 'id',
    'url,state,events,notification,label,payload_version,secret,inbox_ids,header_prefix', 'secret');
