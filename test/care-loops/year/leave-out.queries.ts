// Breaks one rule of the care loops in the test's own database, so that the checker has something
// to find.
import type pg from 'pg'

const BROKEN = {
  'a result that was read is not closed': closing('event', 'released_to_read'),
  'what the laboratory reported is not closed': closing('laboratory result recorded'),
  'a sample waits for no laboratory': opening('sample_to_lab'),
  'nobody reviews': opening('result_to_review'),
  'an amber result is not repeated': opening('look_again'),
  'no GP is told of a red result': opening('look_again'),
  'nobody asks what the GP did': opening('look_again'),
  'nobody is called for the next test': opening('look_again'),
  'the office has the tasks of the clinicians': `
    create function break_rule() returns trigger language plpgsql as $$
      begin new.owner := 'office'; return new; end $$;
    create trigger break_rule before insert on care_loops for each row
      when (new.kind = 'released_to_read') execute function break_rule()`,
  'steps are forgotten': `${nothing()}
    create trigger break_rule before insert on care_loop_steps for each row
      execute function break_rule()`,
  'notices are forgotten': `
    create function break_rule() returns trigger language plpgsql security definer as $$
      begin delete from notices where id = new.id; return new; end $$;
    create trigger break_rule after insert on notices for each row execute function break_rule()`,
} as const
export type Broken = keyof typeof BROKEN
export const BROKEN_RULES = Object.keys(BROKEN) as Broken[]

/** In the database of the pool's owner, for good. */
export async function breakRule(owner: pg.Pool, which: Broken): Promise<void> {
  await owner.query(BROKEN[which])
}

function closing(because: string, kind = ''): string {
  return `${nothing()}
    create trigger break_rule before update on care_loops for each row
      when (new.closed_because = '${because}' and '${kind}' in ('', new.kind)) execute function break_rule()`
}

/** Which task looks again at a result the database cannot tell: all of them are left out. */
function opening(kind: string): string {
  return `${nothing()}
    create trigger break_rule before insert on care_loops for each row
      when (new.kind = '${kind}') execute function break_rule()`
}

function nothing(): string {
  return `create function break_rule() returns trigger language plpgsql as $$
    begin return null; end $$;`
}
