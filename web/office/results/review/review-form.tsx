import { useState } from 'react'
import { BANDS as MEANINGS } from '../../../../content/thresholds.ts'
import type { OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { type NoNumberOutcome, withdrawsReport } from '../../../../domain/office/lab-rows.ts'
import {
  BAND_COMMENTS,
  OUTCOME_COMMENTS,
  WITHDRAWAL_COMMENT,
} from '../../../../domain/office/result-comments.ts'
import { BANDS, type Band, bandOf } from '../../../../domain/results.ts'
import { Checkbox, RadioGroup } from '../../../ui/choices.tsx'
import type { FieldError } from '../../../ui/error-summary.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { write } from '../../api.ts'
import { missingFields, OfficeForm, textIn } from '../../parts/office-form.tsx'
import { decisionOf } from './result-text.ts'
import { monthsIn, RetestField } from './retest-field.tsx'

type Props = {
  result: OpenedResult
  isSecond?: boolean
  onDone: (what: string) => Promise<void> | void
}

/** Starts with nothing chosen. The comment follows the band that a person chose, until somebody types. */
export function ReviewForm({ result, isSecond = false, onDone }: Props) {
  const hasBand = result.value !== null && !withdrawsReport(result.status)
  const first = isSecond ? decisionOf(result) : undefined
  const [band, setBand] = useState('')
  const [comment, setComment] = useState(hasBand ? '' : wordsWithoutNumber(result))
  const [isTyped, setTyped] = useState(false)

  function choose(value: string) {
    setBand(value)
    const chosen = bandOf(value)
    if (chosen && !isTyped) setComment(BAND_COMMENTS[chosen])
  }
  function check(typed: FormData): FieldError[] {
    const errors: FieldError[] = []
    if (hasBand && bandIn(typed) === null) errors.push({ field: 'band', message: 'Choose a band.' })
    if (hasBand && bandIn(typed) !== 'Red' && textIn(typed, 'months') === '')
      errors.push({ field: 'months', message: 'Choose when the next test is due.' })
    return [...errors, ...missingFields(typed, { comment: 'Write a comment for the member.' })]
  }
  async function save(typed: FormData) {
    const chosen = hasBand ? bandIn(typed) : null
    const body = {
      band: chosen,
      comment: textIn(typed, 'comment'),
      retest_months: monthsIn(typed),
      ring_first: typed.has('ring_first'),
      version: result.version,
    }
    const params = { id: result.id }
    const saved = isSecond
      ? await write('POST /api/office/results/:id/second-review', { params, body })
      : await write('POST /api/office/results/:id/review', { params, body })
    await onDone(savedText(chosen, saved.state))
  }
  return (
    <section aria-labelledby="review">
      <h2 id="review">{isSecond ? 'Second review' : 'Review'}</h2>
      {isSecond && (
        <p>
          {first?.by} reviewed it first. Make your own decision: you will see theirs once you have
          decided. If you differ, it goes back to the first review.
        </p>
      )}
      <OfficeForm submit="Save and open the next (Enter)" check={check} send={save}>
        {(errorOf) => (
          <>
            {hasBand && (
              <RadioGroup
                name="band"
                label="Band"
                options={BANDS.map((value) => ({ value, label: bandLabel(value) }))}
                value={band}
                onChange={choose}
                error={errorOf('band')}
              />
            )}
            {hasBand && <RetestField error={errorOf('months')} />}
            <TextAreaField
              name="comment"
              label="What the member will read (C)"
              hint="This is the charity’s wording for the band you chose. You can change it."
              rows={6}
              maxLength={2000}
              value={comment}
              onChange={({ target }) => {
                setComment(target.value)
                setTyped(true)
              }}
              onKeyDown={({ key, currentTarget }) => {
                if (key === 'Escape') currentTarget.blur()
              }}
              error={errorOf('comment')}
            />
            <Checkbox name="ring_first" optional>
              Call first, then release (F)
            </Checkbox>
          </>
        )}
      </OfficeForm>
    </section>
  )
}

function bandIn(typed: FormData): Band | null {
  return bandOf(textIn(typed, 'band'))
}

function bandLabel(band: Band): string {
  const meaning = MEANINGS.find(({ colour }) => colour === band)?.means.toLowerCase()
  return `${band}: ${meaning} (${band.charAt(0)})`
}

function wordsWithoutNumber({ status, outcome }: OpenedResult): string {
  if (withdrawsReport(status)) return WITHDRAWAL_COMMENT
  return isKnown(outcome) ? OUTCOME_COMMENTS[outcome] : ''
}

function isKnown(outcome: string | null): outcome is NoNumberOutcome {
  return outcome !== null && Object.hasOwn(OUTCOME_COMMENTS, outcome)
}

function savedText(band: Band | null, state: OpenedResult['state']): string {
  const choice = band ?? 'No band'
  if (state === 'second') return `${choice} saved, waiting for a second clinician`
  if (state === 'review') return `${choice} saved, sent back to the first review`
  return state === 'ring first' ? `${choice} saved, call the member first` : `${choice} saved`
}
