import { afterEach, expect, test } from 'vitest'
import { SEED, seeded } from '../app/seeded.ts'
import { workAtOneDay } from './desk-day.ts'
import { openDesk } from './desk-in-process.ts'

const ACTS = 200
const CALLS = 8
let opened: Awaited<ReturnType<typeof openDesk>>
afterEach(() => opened.close())

async function run(change?: string) {
  opened = await openDesk({ men: 6, calls: CALLS })
  if (change) await opened.desk.pool.query(change)
  return workAtOneDay(opened.desk, { acts: ACTS, kills: 4, random: seeded(SEED) })
}

test(`two clerks and a treasurer call each member once and count each pound once (SEED=${SEED})`, async () => {
  const { broken, rung, takings, score } = await run()
  expect(broken).toEqual([])
  expect(rung).toBe(CALLS)
  expect(takings).toBeGreaterThan(3)
  expect(score.done).toBeGreaterThan(ACTS / 5)
})

test('the twin whose calls forget who makes them is caught', async () => {
  const { broken } = await run(
    `create function forget_caller() returns trigger language plpgsql as $$
        begin new.ringing_by := null; new.ringing_since := null; return new; end $$;
      create trigger forget_caller before update on care_loops
        for each row execute function forget_caller()`,
  )
  expect(broken.join()).toMatch(/call \d+ was made [2-9] times/)
})

test('the twin that forgets a taking was undone is caught', async () => {
  const { broken } = await run(
    `create function forget_undoing() returns trigger language plpgsql as $$
        begin return case when new.reason = 'taking undone' then null else new end; end $$;
      create trigger forget_undoing before insert on refunds
        for each row execute function forget_undoing()`,
  )
  expect(broken.join()).toMatch(/taking \S+ (was undone \d times|is undone: false)/)
})
