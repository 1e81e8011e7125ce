import {
  CONTACT_FIELDS,
  type ContactError,
  type ContactForm,
  PERSON_NAMES,
} from '../../domain/contact.ts'
import { contactErrors } from '../../domain/contact-errors.ts'
import { normaliseEmail } from '../../domain/email-address.ts'
import { visibleName } from '../../domain/person-name.ts'
import { plainLines, plainText } from '../platform/http/plain-text.ts'
import type { SentForm } from '../platform/http/public-form.ts'

export type ReadForm = {
  errors: ContactError[]
  values: Partial<ContactForm>
  form: ContactForm | null
}

/** Cleans before validating, so that a text of control characters only counts as empty. */
export function readContactForm(sent: SentForm): ReadForm {
  const cleaned = Object.fromEntries(
    CONTACT_FIELDS.flatMap(({ name }) => {
      const value = Object.hasOwn(sent, name) ? sent[name] : undefined
      return value === undefined
        ? []
        : [[name, typeof value === 'string' ? clean(name, value) : value]]
    }),
  )
  const errors = contactErrors(cleaned)
  const texts = Object.entries(cleaned).filter(([, value]) => typeof value === 'string')
  const values: Partial<ContactForm> = Object.fromEntries(texts)
  return { errors, values, form: errors.length === 0 && isWhole(values) ? values : null }
}

function clean(name: string, typed: string): string {
  if (name === 'message') return plainLines(typed)
  if (PERSON_NAMES.includes(name)) return visibleName(typed)
  return name === 'email' ? normaliseEmail(plainText(typed)) : plainText(typed)
}

function isWhole(values: Partial<ContactForm>): values is ContactForm {
  return CONTACT_FIELDS.every(({ name }) => values[name] !== undefined)
}
