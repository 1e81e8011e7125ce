import { slashDate } from '../../domain/uk-time.ts'
import type { LabLine } from './lab-line.ts'

/** A Windows-1252 file with semicolons, day-first dates, and an empty line before the end. */
export function writeCsv(lines: readonly LabLine[]): Buffer {
  const header =
    'Lab No;Tube;Surname;Forename;Date of birth;Sampled;Test;Result;Unit;Range;Status;Comment'
  const rows = lines.map((line) => {
    const taken = `${slashDate(line.taken.slice(0, 10))}${line.taken.slice(10)}`
    const person = [line.lastName, line.firstName, dayFirst(line.born)]
    const cells = [line.value, line.unit.replace('ug', 'µg'), line.range, line.status, line.comment]
    return [line.number, line.tube, ...person, taken, 'Total PSA', ...cells].map(quoted).join(';')
  })
  const text = [header, ...rows, ''].join('\r\n')
  // These two are the characters of the names and units that Latin 1 lacks.
  return Buffer.from(text.replaceAll('’', '\u0092').replaceAll('–', '\u0096'), 'latin1')
}

/** A date of another shape stays as it is. */
function dayFirst(date: string): string {
  return /^\d{4}-/.test(date) ? slashDate(date) : date
}

function quoted(cell: string): string {
  return /[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** HL7 2.3, ORU^R01: one message for each report, segments that end in a carriage return. */
export function writeHl7(lines: readonly LabLine[]): Buffer {
  const messages = lines.flatMap((line, place) => {
    const stamp = line.taken.replaceAll(/\D/g, '')
    const id = line.nhsNumber && `${line.nhsNumber}^^^NHS^NH`
    const [, sign, digits] = /^([<>]?)(.*)$/.exec(line.value) ?? []
    const value = sign ? `SN|PSA^PSA^LOCAL||${sign}^${digits}` : `NM|PSA^PSA^LOCAL||${line.value}`
    const asText = /\d/.test(line.value) ? value : `ST|PSA^PSA^LOCAL||${line.value}`
    return [
      `MSH|^~\\&|LAB|COUNTY|OFFICE|CHARITY|${stamp}||ORU^R01|M${place + 1}|P|2.3`,
      `PID|1||${id}||${escaped(line.lastName)}^${escaped(line.firstName)}||${line.born.replaceAll('-', '')}|M`,
      `OBR|1|${line.tube}|${line.number}|PSA^PSA^LOCAL|||${stamp}`,
      `OBX|1|${asText}|${line.unit}|${line.range}||||${line.status}`,
      ...(line.comment ? [`NTE|1||${escaped(line.comment)}`] : []),
    ]
  })
  return Buffer.from(`${messages.join('\r')}\r`)
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\E\\').replaceAll('|', '\\F\\').replaceAll('^', '\\S\\')
}
