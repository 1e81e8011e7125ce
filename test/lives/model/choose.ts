// What the acts of the model have in common.
import type { Random } from '../../app/seeded.ts'
import { pickFrom } from '../choose.ts'
import { type Appointment, manOf, type World } from './state.ts'

/** What happened in plain words; null when it was refused or there was nothing to do it to. */
export type Act = (world: World, random: Random) => string | null

export function said(isDone: boolean, words: string): string | null {
  return isDone ? `${words}.` : null
}

export function of(world: World, { id, member }: Appointment): string {
  return `${manOf(world, member).firstName} (appointment ${id})`
}

export function about(act: (world: World, random: Random, one: Appointment) => string | null): Act {
  return (world, random) => {
    const one = pickFrom(
      random,
      world.appointments.filter(({ member }) => manOf(world, member).erasedAt === null),
    )
    return one && act(world, random, one)
  }
}
