import type pg from 'pg'

const SCHEMAS = `array['public', 'auth']::regnamespace[]`

/**
 * What a dump of the schemas public and auth says, a line for each thing: columns in their order,
 * constraints, indexes, triggers, functions, sequences and the rights of the roles.
 */
export async function describeSchema(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', 'relation', c.oid::regclass, c.relkind, c.relpersistence,
         pg_get_userbyid(c.relowner), c.reloptions, c.relacl, c.relrowsecurity,
         obj_description(c.oid, 'pg_class'), pg_get_viewdef(v.oid)) as line
       from pg_class c left join pg_class v on v.oid = c.oid and v.relkind in ('v', 'm')
       where c.relnamespace = any(${SCHEMAS})
     union all select concat_ws(' ', 'column', attrelid::regclass,
         row_number() over (partition by attrelid order by attnum), quote_ident(attname),
         format_type(atttypid, atttypmod), attnotnull, 'identity', attidentity, 'generated',
         attgenerated, pg_get_expr(adbin, adrelid), attcollation::regcollation, attstorage,
         attstattarget, attacl, col_description(attrelid, attnum))
       from pg_attribute join pg_class c on c.oid = attrelid
         left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where c.relnamespace = any(${SCHEMAS}) and c.relkind <> 'i' and attnum > 0 and not attisdropped
     union all select concat_ws(' ', 'constraint', conrelid::regclass, conname,
         pg_get_constraintdef(oid), convalidated)
       from pg_constraint where connamespace = any(${SCHEMAS})
     union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisreplident)
       from pg_index join pg_class c on c.oid = indexrelid where c.relnamespace = any(${SCHEMAS})
     union all select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
       from pg_trigger t join pg_class c on c.oid = tgrelid
       where c.relnamespace = any(${SCHEMAS}) and not tgisinternal
     union all select concat_ws(' ', 'function', pg_get_functiondef(oid), pg_get_userbyid(proowner),
         proacl, obj_description(oid, 'pg_proc'))
       from pg_proc where pronamespace = any(${SCHEMAS})
     union all select concat_ws(' ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart,
         seqincrement, seqmin, seqmax, seqcache, seqcycle)
       from pg_sequence join pg_class c on c.oid = seqrelid where c.relnamespace = any(${SCHEMAS})
     union all select concat_ws(' ', 'type', t.oid::regtype, typtype, typacl)
       from pg_type t where typnamespace = any(${SCHEMAS})
     union all select concat_ws(' ', 'schema', nspname, pg_get_userbyid(nspowner), nspacl)
       from pg_namespace where oid = any(${SCHEMAS})
     union all select concat_ws(' ', 'default rights', defaclobjtype, defaclacl) from pg_default_acl
     order by 1`,
  )
  return rows.map(({ line }) => line)
}
