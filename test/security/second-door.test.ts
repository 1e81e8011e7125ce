// Nothing opens by a second door: one role alone, with accounts of its own and every call that the
// permission table gives it, reads nothing of anybody's health, takes over no account and decides
// nothing that needs two. The calls are read from the app: a new one is pressed the day it is made.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES } from '../../domain/office/permissions.ts'
import { SEED, seeded } from '../app/seeded.ts'
import {
  pressEverything,
  readEverything,
  routesOf,
  type Seen,
  type Tally,
  useCodes,
} from './second-door/attack.ts'
import { decidedAlone, healthIn, takenOver } from './second-door/judge.ts'
import { openWorld, type World } from './second-door/world.ts'

const TIMES = 3

describe.each(ROLES.filter((role) => role !== 'clinician'))('%s alone', (role) => {
  let world: World
  const tally: Tally = new Map()
  let seen: Seen[] = []
  beforeAll(async () => {
    world = await openWorld(role)
    seen = await pressEverything(world, { random: seeded(SEED), times: TIMES, tally })
    seen.push(...(await useCodes(world, [...seen, ...(await readEverything(world))])))
    seen.push(...(await readEverything(world)))
  }, 240_000)
  afterAll(() => world?.site.close())

  test('reads nothing of the health of anybody', () => {
    expect(healthIn(seen)).toEqual([])
  })

  test('takes over no account and no record', async () => {
    expect(await takenOver(world)).toEqual([])
  })

  test('decides nothing that needs two', async () => {
    expect(await decidedAlone(world)).toEqual([])
  })

  test('has pressed each of its calls, with input that the call takes', () => {
    const refused = [...tally].filter(([, { statuses }]) => [...statuses].every((s) => s === 400))
    expect(Object.fromEntries(refused.map(([route, { refusal }]) => [route, refusal]))).toEqual({})
    const writes = routesOf(world).filter(({ method }) => method !== 'GET')
    expect([...tally.keys()].sort()).toEqual(
      writes.map(({ method, url }) => `${method} ${url}`).sort(),
    )
    for (const [, { statuses }] of tally) expect(Math.max(...statuses)).toBeLessThan(500)
  })
})
