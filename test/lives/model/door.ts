// Presses at the door and what follows them, as server/venue/check-in and server/care/task-list do it.
import type { AttendanceAction } from '../../../domain/office/attendance.ts'
import { type Appointment, manOf, type Press, type World } from './state.ts'
import { closeTasks, openTask } from './tasks.ts'

type Pressed = Pick<AttendanceAction, 'type'> & Partial<AttendanceAction>

/** False when it was refused. */
export function press(world: World, appointment: Appointment, pressed: Pressed): boolean {
  world.numbers += 1
  const action: AttendanceAction = {
    id: `p${String(world.numbers).padStart(6, '0')}`,
    at: world.now,
    tube: null,
    reason: null,
    undoes: null,
    samples: null,
    ...pressed,
  }
  const day = world.events.find(({ id }) => id === appointment.event)
  const tube = tubeClaim(world, appointment, action)
  const { status } = world.rules.judgeAction(action, {
    appointment,
    before: pressesOf(world, appointment.id),
    ...tube,
    isLead: true,
    isClosed: day?.isClosed ?? false,
  })
  const isRefused = status === 'refused'
  const { id: of, event } = appointment
  world.presses.push({ ...action, appointment: of, event, isRefused })
  if (isRefused) return false
  if (action.type === 'sample' && action.tube !== null && !isOwner(world, appointment, action.tube))
    world.tubes.push({ code: action.tube, appointment: of, event })
  follow(world, appointment)
  return true
}

export function pressesOf({ presses }: World, appointment: number): Press[] {
  return presses.filter((one) => one.appointment === appointment && !one.isRefused)
}

/** As server/venue/check-in/claim-tube.ts. */
function tubeClaim(world: World, appointment: Appointment, { tube, reason }: AttendanceAction) {
  const owner = world.tubes.findLast(({ code }) => code === tube)
  if (!owner || owner.appointment === appointment.id)
    return { tubeOf: appointment.id, isTakenBack: false }
  const standing = world.rules.standingSamples(pressesOf(world, owner.appointment))
  const isTakenBack =
    !standing.some((one) => one.tube === tube) && owner.event === appointment.event
  const mayTake = isTakenBack && reason !== null
  return { tubeOf: mayTake ? appointment.id : owner.appointment, isTakenBack }
}

function isOwner({ tubes }: World, { id }: Appointment, tube: string): boolean {
  return tubes.findLast(({ code }) => code === tube)?.appointment === id
}

/** Undone samples of the appointment, by their tubes. */
export function undoneTubes(world: World, appointment: number): string[] {
  const presses = pressesOf(world, appointment)
  const undone = new Set(presses.flatMap(({ undoes }) => undoes ?? []))
  return presses.flatMap(({ id, tube }) => (undone.has(id) && tube !== null ? [tube] : []))
}

export function areDeclared(world: World, appointment: number): boolean {
  const presses = pressesOf(world, appointment)
  const undone = new Set(presses.flatMap(({ undoes }) => undoes ?? []))
  const standing = world.rules.standingSamples(presses).map(({ id }) => id)
  return presses.some(
    ({ id, type, samples }) =>
      type === 'both_theirs' && !undone.has(id) && standing.every((one) => samples?.includes(one)),
  )
}

function follow(world: World, appointment: Appointment): void {
  const { id, member } = appointment
  const about = { member, appointment: id }
  const { state } = world.rules.attendanceOf(pressesOf(world, id))
  const isOfThis = (task: { appointment: number | null }) => task.appointment === id
  const reports = world.reports.filter(
    (one) => one.appointment === id && one.state !== 'discarded' && !isReplaced(world, one.id),
  )
  if (state === 'sampled') {
    if (manOf(world, member).withdrawn.has(appointment.event))
      openTask(world, 'consent_withdrawn', about)
    if (reports.length === 0) openTask(world, 'sample_to_lab', about)
  } else
    closeTasks(world, (task) => isOfThis(task) && TO_LAB.includes(task.kind), 'no sample after all')
  const standing = world.rules.standingSamples(pressesOf(world, id))
  const isDoubtful = standing.length > 1 && !areDeclared(world, id)
  if (isDoubtful) openTask(world, 'two_tubes', about)
  else closeTasks(world, (task) => isOfThis(task) && task.kind === 'two_tubes', 'one sample stands')
  const tubes = new Set(standing.map(({ tube }) => tube))
  const isTubeUndone = undoneTubes(world, id).some((tube) => !tubes.has(tube))
  for (const report of reports) {
    if (world.rules.needsTask({ isTubeUndone, isDoubtful }))
      openTask(world, 'sample_undone', { ...about, report: report.id })
    else
      closeTasks(
        world,
        (task) => task.kind === 'sample_undone' && task.report === report.id,
        'the sample stands again',
      )
  }
}

const TO_LAB: readonly string[] = ['sample_to_lab', 'lab_to_result']

export function isReplaced({ reports }: World, id: number): boolean {
  return reports.some(({ replaces }) => replaces === id)
}
