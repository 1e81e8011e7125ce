import { CONTACT_WAY_WORDS, CONTACT_WAYS } from '../../../domain/contact-and-support.ts'
import type { MergeSide } from '../../../domain/office/merge-schemas.ts'
import type { MergeField } from '../../../domain/office/merges.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { fieldName } from '../members/contact-labels.ts'

export function fieldLabel(field: MergeField): string {
  return field === 'address' ? 'Home address' : fieldName(field)
}

/** As the clerk reads it; 'Nothing' for an empty one. */
export function valueInWords({ fields }: MergeSide, field: MergeField): string {
  const value = fields[field]
  if (value === '') return 'Nothing'
  if (field === 'date_of_birth') return dayInWords(value)
  const way = field === 'contact_by' && CONTACT_WAYS.find((one) => one === value)
  return way ? CONTACT_WAY_WORDS[way] : value
}

export function nameOf({ fields }: MergeSide): string {
  return `${fields.first_name} ${fields.last_name}`
}

/** What happens with the record that goes. */
export function movesInWords({ upcoming, counts }: Pick<MergeSide, 'upcoming' | 'counts'>): string {
  const moves = [
    upcoming && 'the upcoming appointment',
    counts.waits > 0 && (counts.waits === 1 ? 'one waiting list' : `${counts.waits} waiting lists`),
  ].filter((text) => text)
  const moved = moves.length > 0 ? `What moves: ${moves.join(' and ')}. ` : ''
  return `${moved}Past appointments, payments, consents and logs do not change. You will see them on the record you keep.`
}

/** The question before two records are merged. */
export function mergeQuestion({ kept, merged }: { kept: MergeSide; merged: MergeSide }) {
  return {
    title: `Merge record ${merged.id} into record ${kept.id}?`,
    text: `${movesInWords(merged)} If it is a mistake, another admin can separate the records again.`,
    yes: 'Merge the records',
    no: 'Go back',
  }
}
