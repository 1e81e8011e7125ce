import type { FieldKeys } from '../platform/field-keys.ts'
import { openResult } from '../results/sealed-result.ts'
import type { BatchedLetter } from './letter-contents.queries.ts'
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

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`
}
