import { sql } from 'drizzle-orm'

/** SQL on `results`: its reader could read one that it replaces, directly or through others. */
export const wasToldEarlier = sql<boolean>`exists (
  with recursive earlier as (
    select before.id, before.supersedes_id, before.released_at from results before
      where before.id = results.supersedes_id
    union all select before.id, before.supersedes_id, before.released_at
      from results before join earlier on before.id = earlier.supersedes_id)
  select 1 from earlier where earlier.released_at is not null)`

/** SQL on `results`: the charity, and not the laboratory, took back what it replaces. */
export const replacesTakenBack = sql<boolean>`exists (select 1 from results before
  where before.id = results.supersedes_id and before.source = 'charity')`
