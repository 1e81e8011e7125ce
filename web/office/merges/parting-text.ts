import type { PartedItem } from '../../../domain/office/partings.ts'
import { fieldName } from '../members/contact-labels.ts'

const NAMES: Record<PartedItem['kind'], string> = {
  'contact data': 'Contact details',
  account: 'Account',
  'NHS number': 'NHS number',
  appointment: 'Appointment',
  'place in a queue': 'Place in a queue',
  'access to a private event': 'Access to a private event',
  result: 'Result',
  task: 'Tasks',
}

/** One line of the list: what it is, and why it goes where it goes. */
export function partedInWords({ kind, text, note }: PartedItem): string {
  const name = kind === 'contact data' && text !== '' ? fieldInWords(text) : text
  const title = name === '' ? NAMES[kind] : `${NAMES[kind]}: ${name}`
  return note === null ? title : `${title}. ${note}`
}

/** `name` is a column of the record. */
function fieldInWords(name: string): string {
  const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return fieldName(field).toLowerCase()
}
