import { type DayUnresolved, unresolvedInWords } from '../../../domain/office/day-unresolved.ts'
import { ApiError } from '../../api.ts'
import { alert, confirm } from '../../ui/dialog.tsx'
import type { DoorSession } from './day-session.ts'

/** Lists what is unresolved, asks, and closes the day; says why when it cannot be closed. */
export async function closeDay(session: DoorSession): Promise<void> {
  try {
    const unresolved = await session.unresolved()
    const isSure = await confirm({
      title: 'Close the day?',
      text: [...unresolvedInWords(unresolved), missedInWords(unresolved)].join('\n'),
      yes: hasAny(unresolved) ? 'Close it all the same' : 'Close the day',
      no: 'Not yet',
    })
    if (isSure) await session.close(unresolved.missed)
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

function missedInWords({ missed, still_expected: expected }: DayUnresolved): string {
  const later =
    expected === 0
      ? ''
      : ` ${expected === 1 ? '1 person' : `${expected} people`} may still come, up to half an hour after the end of their time. If they do not, they will be recorded automatically after the end of the day.`
  if (missed === 0)
    return `${expected === 0 ? 'Everybody who was expected has come.' : 'Nobody has missed their time.'}${later}`
  const people = missed === 1 ? '1 person who is' : `${missed} people who are`
  return `${people} still expected will be recorded as ‘did not attend’, and will get a message after the end of the day. If somebody comes after all, check them in as usual.${later}`
}
