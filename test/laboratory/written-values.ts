// Values as laboratories write them, each with the number that may be recorded of it: the oracle of
// the random files, which knows nothing of the reader.
import type { Random } from '../app/seeded.ts'

/** `number` is null for what nobody may record as one; `hasReason` for words instead of a number. */
export type WrittenValue = {
  type: string
  raw: string
  number: string | null
  hasReason?: boolean
}

/** '^' parts components and '~' repetitions, whatever signs the message has. */
const OF_HL7: readonly WrittenValue[] = [
  { type: 'NM', raw: '0.45', number: '0.45' },
  { type: 'NM', raw: '12.40', number: '12.40' },
  { type: 'SN', raw: '<^0.01', number: '<0.01' },
  { type: 'SN', raw: '>^100', number: '>100' },
  { type: 'SN', raw: '^3.2', number: '3.2' },
  { type: 'SN', raw: '^3^-^5', number: '3-5' },
  { type: 'ST', raw: '1.7', number: '1.7' },
  { type: 'ST', raw: '<0.01', number: '<0.01' },
  { type: 'TX', raw: '3.3', number: '3.3' },
  { type: 'FT', raw: '2.2', number: '2.2' },
  { type: 'NM', raw: '~0.9', number: '0.9' },
  { type: 'SN', raw: '2^5', number: null },
  { type: 'SN', raw: '^1^.^5', number: null },
  { type: 'SN', raw: '^1^^5', number: null },
  { type: 'NM', raw: '0.45~12.4', number: null },
  { type: 'NM', raw: '0.45^ug/L', number: null },
  { type: 'NM', raw: '14.2 H', number: null },
  { type: 'NM', raw: '4,2', number: null },
  { type: 'NM', raw: '1.67683E+15', number: null },
  { type: 'NM', raw: '', number: null },
  { type: 'NM', raw: '""', number: null },
  { type: '', raw: '0.9', number: null },
  { type: 'ST', raw: 'Haemolysed', number: null, hasReason: true },
  { type: 'ST', raw: 'No haemolysis', number: null },
  { type: 'ST', raw: 'Less than 0.01', number: null },
  { type: 'CE', raw: '3^Haemolysed^LAB', number: null, hasReason: true },
  { type: 'CWE', raw: '415^Sample insufficient', number: null, hasReason: true },
  { type: 'CNE', raw: '9.9^See note', number: null },
  { type: 'CE', raw: '4.4', number: null },
  ...['RP', 'ED', 'AD', 'CF', 'CK', 'CN', 'CP', 'CX', 'DT', 'ID', 'IS', 'MO', 'PN', 'SI'].map(
    unfit,
  ),
  ...['TM', 'TN', 'TS', 'DTM', 'DR', 'NA', 'MA', 'XAD', 'XCN', 'XON', 'XPN', 'XTN'].map(unfit),
]

function unfit(type: string): WrittenValue {
  return { type, raw: '12^report.pdf', number: null }
}

const OF_TABLES: readonly WrittenValue[] = [
  { type: '', raw: '0.45', number: '0.45' },
  { type: '', raw: '12.40', number: '12.40' },
  { type: '', raw: '<0.01', number: '<0.01' },
  { type: '', raw: '> 100', number: '> 100' },
  { type: '', raw: '3-5', number: '3-5' },
  { type: '', raw: '=1+1', number: null },
  { type: '', raw: '="0.70"', number: '0.70' },
  { type: '', raw: '14.2 H', number: null },
  { type: '', raw: '0.45*', number: null },
  { type: '', raw: '1.2.3', number: null },
  { type: '', raw: '1E+02', number: null },
  { type: '', raw: '', number: null },
  { type: '', raw: 'Less than 0.01', number: null },
  { type: '', raw: 'Haemolysed', number: null, hasReason: true },
  { type: '', raw: 'Sample not processed', number: null, hasReason: true },
  { type: '', raw: 'No haemolysis. Result to follow', number: null },
  { type: '', raw: 'previous cancelled request noted', number: null },
  { type: '', raw: '1.2 haemolysed', number: null },
]

export function hl7Value(random: Random): WrittenValue {
  return random.pick(random.chance(0.5) ? OF_HL7.slice(0, 11) : OF_HL7)
}

export function tableValue(random: Random): WrittenValue {
  return random.pick(random.chance(0.5) ? OF_TABLES.slice(0, 5) : OF_TABLES)
}
