// What each laboratory's sample file says, by the case that it shows.
import { type LabLine, lineOf, personAt, type SampledPerson } from './lab-line.ts'

type People = readonly SampledPerson[]
export type NamedLine = LabLine & { case: string }

/** How many people's samples each laboratory has. */
export const SAMPLED = { csv: 32, excel: 10, hl7: 9 }

const csvNumber = (place: number) => `26.4410.${1000 + place}`
const REVIEWED = 14

/** The file that the demonstration's first results came from: one of them without a number. */
export function reviewedLines(people: People): LabLine[] {
  const values = ['12.4', '0.71', '2.3', '3.9', '0.58', '4.6', '1.2', '<0.01', '7.8', '1.9', '0.44']
  return Array.from({ length: REVIEWED }, (_, place) => {
    const number = csvNumber(place)
    const value = [...values, '3.1', '0.96'][place]
    return value === undefined
      ? lineOf(personAt(people, place), { number, value: 'Haemolysed', unit: '', range: '' })
      : lineOf(personAt(people, place), { number, value })
  })
}

/** A correction, and rows that wait for a person. */
export function waitingLines(people: People): LabLine[] {
  const line = (place: number, written: Partial<LabLine> & { value: string }) =>
    lineOf(personAt(people, place), { number: csvNumber(place), ...written })
  return [
    line(2, { value: '3.2', status: 'C', comment: 'Repeated on another analyser' }),
    line(14, { value: '1.3', tube: '' }),
    line(15, { value: '0.8', tube: '' }),
    line(16, { value: '2.9', born: '1971-02-03' }),
    line(17, { value: '5.1', tube: personAt(people, 18).tube }),
    line(19, { value: '0.6', tube: 'XYZ44210' }),
    line(3, { value: '8.9' }),
    line(30, { value: '1,4' }),
  ]
}

function csvLines(people: People): NamedLine[] {
  const line = (is: string, place: number, written: Partial<LabLine> & { value: string }) => ({
    case: is,
    ...lineOf(personAt(people, place), { number: csvNumber(place), ...written }),
  })
  const matched = ['0.62', '<0.01', '4.0', '11.3', '1.4', '2.2', '0.9', '0.3-0.5']
  return [
    ...matched.map((value, n) => line('matched', 20 + n, { value })),
    line('matched, without a number', 18, { value: 'Haemolysed', unit: '', range: '' }),
    line('correction', 6, { value: '1.7', status: 'C', comment: 'Typing error; we apologise' }),
    line('withdrawal', 7, { value: '', unit: '', range: '', status: 'D' }),
    line('double', 20, { value: '0.62' }),
    line('close', 28, { value: '1.1', tube: '' }),
    line('another’s tube', 29, { value: '6.6', tube: personAt(people, 5).tube }),
    line('conflict', 4, { value: '5.8' }),
    line('reject', 30, { value: '1,4' }),
    line('reject', 31, { value: '1.0', born: '31/02/1960' }),
  ]
}

function excelLines(people: People): NamedLine[] {
  const line = (is: string, place: number, written: Partial<LabLine> & { value: string }) => ({
    case: is,
    ...lineOf(personAt(people, place), { number: `SPP-${70_210 + place}`, ...written }),
  })
  const matched = ['0.9', '3.4', '<0.1', '15.2', '1.8', '2.6', '0.7']
  return [
    ...matched.map((value, place) => line('matched', place, { value, unit: 'ng/mL' })),
    line('matched, without a number', 7, { value: 'Insufficient sample', unit: '' }),
    line('close', 8, { value: '1.5', nhsNumber: '', unit: 'ng/mL' }),
    line('another’s NHS number', 9, {
      value: '2.0',
      nhsNumber: personAt(people, 5).nhsNumber ?? '',
      unit: 'ng/mL',
    }),
    line('double', 0, { value: '0.9', unit: 'ng/mL' }),
  ]
}

function hl7Lines(people: People): NamedLine[] {
  const line = (is: string, place: number, written: Partial<LabLine> & { value: string }) => ({
    case: is,
    ...lineOf(personAt(people, place), { number: `H26112${40 + place}`, ...written }),
  })
  const cancelled = { value: 'Cancelled - sample exceeded 16 hours', unit: '', range: '' }
  return [
    ...['0.8', '<0.01', '4.4', '1.6', '9.7'].map((value, place) =>
      line('matched', place, { value }),
    ),
    line('matched, without a number', 5, cancelled),
    line('unknown tube', 6, { value: '1.2', tube: 'HOSP0099' }),
    line('correction of nothing', 7, { value: '2.1', status: 'C' }),
    line('reject', 8, { value: '3.0', status: 'P' }),
  ]
}

export const sampleLines = { csv: csvLines, excel: excelLines, hl7: hl7Lines }
