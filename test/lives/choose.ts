import type { Random } from '../app/seeded.ts'
import { type Life, nameOf } from './world.ts'

export function pickFrom<T>(random: Random, from: readonly T[]): T | null {
  return from.length > 0 ? random.pick(from) : null
}

export function whose(life: Life, { id, member }: { id: number; member: number }): string {
  return member ? `appointment ${id} of ${nameOf(life, member)}` : `appointment ${id}`
}
