import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { type DayUnresolved, unresolvedInWords } from '../../../domain/office/day-unresolved.ts'
import { ApiError } from '../../api.ts'
import { alert, confirm } from '../../ui/dialog.tsx'
import { read } from '../api.ts'
import type { DaySession } from './day-session.ts'

/** Lists what is unresolved, asks, and closes the day; says why when it cannot be closed. */
export async function closeDay(session: DaySession, people: readonly ShownPerson[]): Promise<void> {
  try {
    await session.sync()
    const params = { id: session.eventId }
    const unresolved = await read('GET /api/office/days/:id/unresolved', { params })
    const isSure = await confirm({
      title: 'Close the day?',
      text: [...unresolvedInWords(unresolved), expectedInWords(people)].join('\n'),
      yes: hasAny(unresolved) ? 'Close it all the same' : 'Close the day',
      no: 'Not yet',
    })
    if (isSure) await session.close()
  } catch (error) {
    const text =
      error instanceof ApiError
        ? error.message
        : 'This needs a network. Please close the day when there is one.'
    await alert({ title: 'The day is not closed', text, tone: 'warn' })
  }
}

function hasAny(unresolved: DayUnresolved): boolean {
  return unresolvedInWords(unresolved).length > 0
}

function expectedInWords(people: readonly ShownPerson[]): string {
  const left = people.filter(({ state, is_booked: isBooked }) => isBooked && state === 'expected')
  if (left.length === 0) return 'Everybody who was expected has come.'
  const who = left.length === 1 ? '1 person who is' : `${left.length} people who are`
  return `${who} still expected will be recorded as not having come. If somebody comes after all, check them in as usual.`
}
