import { type Db, raw, sql } from "../../src/db/db.ts"

/**
 * The schema `public` as the database describes it, one line for each thing, in alphabetical order. The order of columns
 * and comments inside functions make no difference.
 */
export async function describeSchema(db: Db): Promise<string[]> {
  const rows = await db.many<{ line: string }>(
    sql`select line from (${raw(descriptions.join(" union all "))}) as described order by line collate "C"`,
  )
  return rows.map(({ line }) => line)
}

const isPublic = "= 'public'::regnamespace"

const descriptions = [
  `select 'extension ' || extname as line from pg_extension`,

  `select format('sequence %s: %s', sequencename, to_jsonb(pg_sequences) - 'last_value' - 'sequenceowner')
  from pg_sequences where schemaname = 'public'`,

  `select format('type %s: %s', relname, string_agg(format('%s %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum))
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relkind = 'c' and relnamespace ${isPublic} group by relname`,

  `select format('table %s: %s %s', relname, case relpersistence when 'u' then 'unlogged' end,
    (select string_agg(option, ', ' order by option) from unnest(reloptions) as option))
  from pg_class where relkind = 'r' and relnamespace ${isPublic}`,

  `select format('column %s.%s: %s', relname, attname, concat_ws(', ', format_type(atttypid, atttypmod),
    case when attnotnull then 'not null' end, 'default ' || pg_get_expr(adbin, adrelid), 'identity ' || nullif(attidentity::text, ''),
    'generated ' || nullif(attgenerated::text, ''), 'collation ' || nullif(attcollation, 0)::regcollation, 'storage ' || attstorage::text,
    'statistics ' || nullif(attstattarget, -1), 'options ' || attoptions::text))
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind = 'r' and relnamespace ${isPublic}`,

  // Those of type "n" repeat what the columns say, on some versions of PostgreSQL only.
  `select format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
  from pg_constraint where connamespace ${isPublic} and contype <> 'n'`,

  `select format('index %s: %s%s', indexrelid::regclass, pg_get_indexdef(indexrelid), case when not indisvalid then ' invalid' end)
  from pg_index join pg_class on pg_class.oid = indrelid where relnamespace ${isPublic}`,

  `select format('trigger %s on %s: %s %s', tgname, tgrelid::regclass, pg_get_triggerdef(pg_trigger.oid), tgenabled)
  from pg_trigger join pg_class on pg_class.oid = tgrelid where relnamespace ${isPublic} and not tgisinternal`,

  `select format('view %s: %s', relname, pg_get_viewdef(oid))
  from pg_class where relkind in ('v', 'm') and relnamespace ${isPublic}`,

  `select format('function %s: %s', pg_proc.oid::regprocedure, case
    when prokind = 'a' then to_jsonb(pg_aggregate)::text
    else regexp_replace(pg_get_functiondef(pg_proc.oid), '^ *--.*\\n', '', 'gn') end)
  from pg_proc left join pg_aggregate on aggfnoid = pg_proc.oid
  where pronamespace ${isPublic}
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,

  `select format('comment on %s: %s', pg_describe_object(classoid, objoid, objsubid), description)
  from pg_description join pg_class on classoid = 'pg_class'::regclass and pg_class.oid = objoid
  where relnamespace ${isPublic}`,
]
