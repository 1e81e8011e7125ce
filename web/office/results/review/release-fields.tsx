import { useState } from 'react'
import { needsOverride } from '../../../../domain/office/result-review.ts'
import type { Band } from '../../../../domain/results.ts'
import type { FieldError } from '../../../ui/error-summary.tsx'
import { TextField } from '../../../ui/field.tsx'
import { textIn } from '../../parts/office-form.tsx'
import { momentIn } from './result-text.ts'

type Props = { bands: readonly (Band | null)[]; errorOf: (name: string) => string | undefined }

/** The moment of the release, and why amber or red cannot wait for Monday. */
export function ReleaseFields({ bands, errorOf }: Props) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <TextField
        type="datetime-local"
        name="at"
        label="The member can read it from"
        hint="UK time. Leave it empty to release it now."
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        optional
        error={errorOf('at')}
      />
      {isLate(bands, typed) && (
        <TextField
          name="override"
          label="Why can this amber or red result not wait until Monday?"
          hint="After Thursday noon, the member may not be able to reach their GP surgery or us until Monday."
          maxLength={500}
          autoComplete="off"
          error={errorOf('override')}
        />
      )}
    </>
  )
}

export function releaseErrors(typed: FormData, bands: readonly (Band | null)[]): FieldError[] {
  if (!isLate(bands, textIn(typed, 'at')) || textIn(typed, 'override') !== '') return []
  return [{ field: 'override', message: 'Say why it cannot wait.' }]
}

export function releaseIn(typed: FormData): { at?: string; override?: string } {
  const [at, override] = [momentIn(textIn(typed, 'at')), textIn(typed, 'override')]
  return { ...(at !== undefined && { at }), ...(override !== '' && { override }) }
}

function isLate(bands: readonly (Band | null)[], typed: string): boolean {
  const at = new Date(momentIn(typed) ?? Date.now())
  return bands.some((band) => needsOverride(band, at))
}
