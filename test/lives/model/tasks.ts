// Opens and closes tasks as server/care/task-list does.
import type { LoopKind } from '../../../domain/office/care-loops.ts'
import { personOf, type Task, type World } from './state.ts'

type About = { member: number; appointment: number | null; report?: number | null }

export function openTask(world: World, kind: LoopKind, about: About): void {
  const isDead = personOf(world, about.member).diedAt !== null
  const now = isDead ? world.rules.taskAfterDeath(kind) : kind
  if (now === null) return
  const { member, appointment, report = null } = about
  const isOpen = world.tasks.some(
    (one) =>
      one.closed === null &&
      one.kind === now &&
      one.member === member &&
      one.report === report &&
      one.appointment === appointment,
  )
  if (!isOpen) world.tasks.push({ kind: now, member, appointment, report, closed: null })
}

export function closeTasks(world: World, which: (task: Task) => boolean, because: string): void {
  for (const task of world.tasks) if (task.closed === null && which(task)) task.closed = because
}
