import { MINUTE_MS } from '../../../../domain/durations.ts'
import { addDays, isCalendarDate, ukDate, ukTime } from '../../../../domain/uk-time.ts'
import type { Cell } from './cells.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Day 0 of Excel's calendar for days after February 1900. */
const EXCEL_DAY_0 = '1899-12-30'
const SERIALS = { least: 61, most: 60_000 }
/** The same day in a workbook that counts from 1904 has a number smaller by these. */
const DAYS_TO_1904 = 1_462

/** How a workbook counts its days. */
export type DateSystem = 1900 | 1904

/** As written; `ahead` is in minutes of UTC, null without a zone. */
type Moment = { date: string; clock: string | null; ahead: number | null }

/**
 * 'YYYY-MM-DD' or 'YYYY-MM-DDTHH:mm' of London's clock, day first; null for what is no date with four
 * digits of the year. Without a zone it is as the laboratory's clock showed it.
 */
export function readMoment(cell: Cell, system: DateSystem = 1900): string | null {
  const moment = momentIn(cell, system)
  if (moment === null) return null
  if (moment.ahead !== null) {
    const at = instantOf(moment, moment.ahead)
    return `${ukDate(at)}T${ukTime(at)}`
  }
  return moment.clock === null ? moment.date : `${moment.date}T${moment.clock}`
}

/** 'YYYY-MM-DD'; a problem for a time of day that leaves two days possible. */
export function readBirthDate(
  cell: Cell,
  system: DateSystem = 1900,
): { date: string } | { problem: 'date_unreadable' | 'birth_date_with_time' } {
  const moment = momentIn(cell, system)
  if (moment === null) return { problem: 'date_unreadable' }
  const { date, clock, ahead } = moment
  if (clock === null || (clock === '00:00' && !ahead)) return { date }
  if (ahead === null) return { problem: 'birth_date_with_time' }
  const at = instantOf(moment, ahead)
  return ukTime(at) === '00:00' ? { date: ukDate(at) } : { problem: 'birth_date_with_time' }
}

function instantOf({ date, clock }: Moment, ahead: number): Date {
  return new Date(Date.parse(`${date}T${clock ?? '00:00'}Z`) - ahead * MINUTE_MS)
}

function momentIn(cell: Cell, system: DateSystem): Moment | null {
  if (cell instanceof Date) return ofExcelDate(cell)
  if (typeof cell === 'number') return ofSerial(cell, system)
  const text = String(cell ?? '').trim()
  if (/^\d{5}(\.\d+)?$/.test(text)) return system === 1900 ? ofSerial(Number(text), 1900) : null
  const [day = '', time] = text.split(/[T ]+(?=\d{1,2}:)/)
  const date = ofText(day)
  if (date === null) return null
  if (time === undefined) return { date, clock: null, ahead: null }
  const clock = ofClock(time)
  return clock && { date, ...clock }
}

function ofText(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (iso) return checked(iso[1], iso[2], iso[3])
  const british = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  if (british) return checked(british[3], british[2], british[1])
  const named = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*[- ,]+(\d{4})$/.exec(text)
  if (!named) return null
  const month = MONTHS.indexOf((named[2] ?? '').toLowerCase()) + 1
  return checked(named[3], String(month), named[1])
}

function checked(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}

function ofClock(text: string): Pick<Moment, 'clock' | 'ahead'> | null {
  const parts = /^(\d{1,2}):(\d{2})(:\d{2})?(\.\d+)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i.exec(text)
  if (!parts || Number(parts[1]) > 23 || Number(parts[2]) > 59) return null
  return { clock: `${(parts[1] ?? '').padStart(2, '0')}:${parts[2]}`, ahead: aheadOf(parts[5]) }
}

/** Minutes ahead of UTC; null without a zone. */
function aheadOf(zone: string | undefined): number | null {
  if (zone === undefined) return null
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (!offset) return 0
  const minutes = Number(offset[2]) * 60 + Number(offset[3])
  return offset[1] === '-' ? -minutes : minutes
}

/** Days since 30 December 1899; the fraction is the time of day. */
function ofSerial(number: number, system: DateSystem): Moment | null {
  const serial = system === 1904 ? number + DAYS_TO_1904 : number
  if (!(serial >= SERIALS.least && serial < SERIALS.most)) return null
  const minutes = Math.round((serial % 1) * 1_440)
  const date = addDays(EXCEL_DAY_0, Math.floor(serial) + Math.floor(minutes / 1_440))
  const [hour, minute] = [Math.floor((minutes % 1_440) / 60), minutes % 60]
  return { date, clock: minutes === 0 ? null : `${two(hour)}:${two(minute)}`, ahead: null }
}

function ofExcelDate(date: Date): Moment | null {
  if (Number.isNaN(date.getTime())) return null
  const written = new Date(Math.round(date.getTime() / MINUTE_MS) * MINUTE_MS).toISOString()
  const day = written.slice(0, 10)
  if (!isCalendarDate(day)) return null
  const clock = written.slice(11, 16)
  return { date: day, clock: clock === '00:00' ? null : clock, ahead: null }
}

const two = (n: number) => String(n).padStart(2, '0')
