-- Organizations are searched by the words of their names, as customers are.
create index organizations_named_words on organizations using gin (words_of_name(name) gin_trgm_ops);
create index customers_organization_words on customers using gin (words_of_name(organization) gin_trgm_ops)
  where organization is not null and organization_id is null;
