import { printedName } from '../../../domain/latin-names.ts'
import type { BatchedLetter } from '../../facts/letter-contents.queries.ts'
import { openResult } from '../../facts/sealed-result.ts'
import { nameIn } from '../../members/latin-columns.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { LetterContent } from './result-letter.ts'

type Row = Pick<
  BatchedLetter,
  | 'sealed'
  | 'source'
  | 'sourceRef'
  | 'sampleDate'
  | 'event'
  | 'test'
  | 'lab'
  | 'wasToldEarlier'
  | 'replacesTakenBack'
>

export function contentOf({ fieldKeys }: { fieldKeys: FieldKeys }, row: Row): LetterContent {
  const result = openResult(fieldKeys, row)
  const { sampleDate, event, test } = row
  const lab = result.laboratory ?? row.lab
  const { replacesTakenBack, wasToldEarlier: replacesEarlier } = row
  return { result, sampleDate, event, test, lab, replacesEarlier, replacesTakenBack }
}

/** As a letter prints it. */
export function nameOf(row: Parameters<typeof nameIn>[0]): string {
  const { first_name: first, last_name: last } = printedName(nameIn(row))
  return `${first} ${last}`
}
