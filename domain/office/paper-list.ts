// The day on paper: how the printed list is divided into pages, and what is typed in from it.

import { supportInWords } from '../contact-and-support.ts'
import { type LatinNames, type Name, nameInList } from '../latin-names.ts'
import { addDays, ukInstant } from '../uk-time.ts'
import type { Day, DayPerson } from './day-schemas.ts'
import { instantAt } from './day-times.ts'

/** Millimetres of a row of two lines, of each further line, and of a page of A4 for its rows. */
const ROW_MM = 10.5
const LINE_MM = 4.5
const PAGE_MM = 236
const LETTERS_A_LINE = 40

type Printed = Name & LatinNames & Pick<DayPerson, 'support_needs' | 'support_note'>

/** Pages of the printed list: 22 people a page, fewer where notes are long. */
export function paperPages<T extends Printed>(people: readonly T[]): T[][] {
  const pages: T[][] = [[]]
  let used = 0
  for (const person of people) {
    const height = heightOf(person)
    if (used + height > PAGE_MM) {
      pages.push([])
      used = 0
    }
    pages.at(-1)?.push(person)
    used += height
  }
  return pages
}

function heightOf(person: Printed): number {
  const name = nameInList(person)
  const needs = supportInWords(person.support_needs, person.support_note)
  const [names, notes] = [name, needs].map((text) => Math.ceil(text.length / LETTERS_A_LINE))
  return ROW_MM + LINE_MM * Math.max(0, (names ?? 0) + (notes ?? 0) - 2)
}

/** 'HH:mm' of '9:05', '0905', '905' or '9.05'; null for what is no time. */
export function readTime(typed: string): string | null {
  const [, hour = '', minute = ''] = /^(\d{1,2})[:. ]?(\d{2})$/.exec(typed.trim()) ?? []
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}`
}

/** The instant of a written 'HH:mm' that is nearest to the slot. */
export function writtenAt(
  event: Pick<Day['event'], 'date' | 'start'>,
  slot: string,
  time: string,
): Date {
  const due = instantAt(event, slot).getTime()
  const [nearest = new Date(due)] = [-1, 0, 1]
    .map((days) => ukInstant(addDays(event.date, days), time))
    .sort((a, b) => Math.abs(a.getTime() - due) - Math.abs(b.getTime() - due))
  return nearest
}
