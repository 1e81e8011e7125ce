import { addDays, isCalendarDate } from '../../../domain/uk-time.ts'
import type { Cell } from './cells.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Day 0 of Excel's calendar for days after February 1900. */
const EXCEL_DAY_0 = '1899-12-30'
const SERIALS = { least: 61, most: 60_000 }

/** 'YYYY-MM-DD', day first; null for what is no date with four digits of the year. */
export function readDate(cell: Cell): string | null {
  return readMoment(cell)?.slice(0, 10) ?? null
}

/** 'YYYY-MM-DD' or 'YYYY-MM-DDTHH:mm', as the laboratory's clock showed it. */
export function readMoment(cell: Cell): string | null {
  if (cell instanceof Date) return ofExcelDate(cell)
  if (typeof cell === 'number') return ofSerial(cell)
  const text = String(cell ?? '').trim()
  if (/^\d{5}(\.\d+)?$/.test(text)) return ofSerial(Number(text))
  const [day = '', time] = text.split(/[T ]+(?=\d{1,2}:)/)
  const date = ofText(day)
  const clock = time === undefined ? '' : ofClock(time)
  return date === null || clock === null ? null : `${date}${clock}`
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

function ofClock(text: string): string | null {
  const clock = /^(\d{1,2}):(\d{2})(:\d{2})?(\.\d+)?Z?$/.exec(text)
  if (!clock || Number(clock[1]) > 23 || Number(clock[2]) > 59) return null
  return `T${(clock[1] ?? '').padStart(2, '0')}:${clock[2]}`
}

/** Days since 30 December 1899; the fraction is the time of day. */
function ofSerial(serial: number): string | null {
  if (!(serial >= SERIALS.least && serial < SERIALS.most)) return null
  const minutes = Math.round((serial % 1) * 1_440)
  const date = addDays(EXCEL_DAY_0, Math.floor(serial) + Math.floor(minutes / 1_440))
  const [hour, minute] = [Math.floor((minutes % 1_440) / 60), minutes % 60]
  return minutes === 0 ? date : `${date}T${two(hour)}:${two(minute)}`
}

function ofExcelDate(date: Date): string | null {
  if (Number.isNaN(date.getTime())) return null
  const written = new Date(Math.round(date.getTime() / 60_000) * 60_000).toISOString()
  const day = written.slice(0, 10)
  if (!isCalendarDate(day)) return null
  return written.slice(11, 16) === '00:00' ? day : written.slice(0, 16)
}

const two = (n: number) => String(n).padStart(2, '0')
