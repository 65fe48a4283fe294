-- Lists of customers show every property that the desk has, and the label of an option that is chosen: as 0021 does it for
-- what stands on conversations.
create trigger customer_properties_look after insert or update or delete on customer_properties
  for each statement execute function note_reference_change();
create trigger customer_property_options_look after insert or update or delete on customer_property_options
  for each statement execute function note_reference_change();
