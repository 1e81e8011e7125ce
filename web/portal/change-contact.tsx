import { type FormEvent, useState } from 'react'
import {
  CONTACT_WAY_WORDS,
  CONTACT_WAYS,
  SUPPORT_NEEDS,
  SUPPORT_WORDS,
} from '../../domain/contact-and-support.ts'
import type { ContactChoices } from '../../domain/contact-schemas.ts'
import { FormActions } from '../account/form-actions.tsx'
import { ApiError, send } from '../api.ts'
import { unlessOffline } from '../offline.ts'
import { reportClientError } from '../report-error.ts'
import { CheckboxGroup, RadioGroup } from '../ui/choices.tsx'
import { TextField } from '../ui/field.tsx'
import { readText } from '../ui/form-text.ts'
import styles from './portal.module.css'

type Props = {
  contact: ContactChoices
  email: string
  onSaved: () => Promise<void>
  onCancel: () => void
}

export function ChangeContact({ contact, email, onSaved, onCancel }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget)
    const ticked = typed.getAll('support_needs')
    const body: ContactChoices = {
      contact_by: CONTACT_WAYS.find((way) => way === readText(typed, 'contact_by')) ?? 'email',
      support_needs: SUPPORT_NEEDS.filter((need) => ticked.includes(need)),
      support_note: readText(typed, 'support_note') || null,
    }
    setPending(true)
    setProblem(null)
    try {
      await send('PUT /api/auth/profile', { query: { email }, body })
      await onSaved()
    } catch (error) {
      setProblem(problemOf(error))
    }
    setPending(false)
  }

  return (
    <form className={styles.form} noValidate onSubmit={save}>
      <RadioGroup
        name="contact_by"
        label="How should we contact you?"
        hint="We always send urgent messages by email too."
        options={CONTACT_WAYS.filter(
          (value) => value !== 'collect' || contact.contact_by === 'collect',
        ).map((value) => ({ value, label: CONTACT_WAY_WORDS[value] }))}
        defaultValue={contact.contact_by}
      />
      <CheckboxGroup
        name="support_needs"
        label="What support do you need?"
        hint="Everybody working at your event will see this."
        options={SUPPORT_NEEDS.map((value) => ({ value, label: SUPPORT_WORDS[value] }))}
        defaultValue={contact.support_needs}
        optional
      />
      <TextField
        name="support_note"
        label="Tell us more"
        defaultValue={contact.support_note ?? ''}
        maxLength={500}
        autoComplete="off"
        optional
      />
      <FormActions
        label={isPending ? 'Saving...' : 'Save'}
        isPending={isPending}
        onCancel={onCancel}
        problem={problem}
      />
    </form>
  )
}

/** The server says which part of the address is missing for letters. */
function problemOf(error: unknown): string {
  const fields: unknown = error instanceof ApiError ? error.body.fields : null
  const { message }: { message?: unknown } = Array.isArray(fields) ? Object(fields[0]) : {}
  if (typeof message === 'string') return message
  reportClientError('Failed to save how to reach the member', error)
  return unlessOffline('Your changes could not be saved. Please try again in a moment.')
}
