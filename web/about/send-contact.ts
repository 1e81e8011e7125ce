// Loaded when the visitor begins to fill in the contact form: the form service's client and the
// rules.
import { type Client, createClient, isSubmissionError, type SubmissionError } from '@formspree/core'
import { charity } from '../../content/charity.ts'
import { contactFaults, contactLabel, faultWords } from '../../domain/contact.ts'
import type { FieldError } from '../ui/error-summary.tsx'

export type NotSent = { errors: FieldError[]; problem: string | null }

type Open = { client: Client; endpoint: string; formId: string }
let open: Open | undefined

/** Opens the client for `.../p/{project}/f/{form}`, which reports when the form was opened. */
export function openClient(address: string): Open {
  const [, endpoint, project, formId] = /^(.*)\/p\/([^/]+)\/f\/([^/]+)$/.exec(address) ?? []
  if (!endpoint || !project || !formId) throw new Error('the contact form has no address')
  open ??= { client: createClient({ project }), endpoint, formId }
  return open
}

/** Sends the form; null when it was accepted. */
export async function sendContact(form: FormData, address: string): Promise<NotSent | null> {
  const faults = contactFaults(Object.fromEntries(form))
  if (faults.length > 0) {
    return {
      errors: faults.map(({ field, message }) => errorOf(field, [message])),
      problem: null,
    }
  }
  const { client, endpoint, formId } = openClient(address)
  const result = await client.submitForm(formId, form, { endpoint })
  return isSubmissionError(result) ? notSent(result) : null
}

/** The service's refusal in words: per field its label and the joined messages (spec §5). */
function notSent(refused: SubmissionError): NotSent {
  const faults = refused.getAllFieldErrors().map(([field, said]) => ({
    field: String(field),
    messages: said.map(({ message }) => message),
  }))
  const known = faults.filter(({ field }) => contactLabel(field) !== undefined)
  const unknown = faults.filter((fault) => !known.includes(fault))
  const problems = [
    ...refused.getFormErrors().map(({ code, message }) => FORM_WORDS[code] ?? spoken(message)),
    ...unknown.flatMap(({ messages }) => messages),
  ]
  // Beside field errors, a general 'Validation errors' adds nothing.
  return {
    errors: known.map(({ field, messages }) => errorOf(field, messages)),
    problem: known.length > 0 || problems.length === 0 ? null : [...new Set(problems)].join(' '),
  }
}

function errorOf(field: string, messages: readonly string[]): FieldError {
  return { field, message: faultWords(field, messages) }
}

const OTHER_WAY = `Please write to ${charity.email} or ring us instead.`
const OUT_OF_ORDER = `This form is out of order at the moment. ${OTHER_WAY}`

/** The service's codes for the whole form (spec §8), in words. */
const FORM_WORDS: Record<string, string> = {
  BLOCKED: `Your message was not taken. ${OTHER_WAY}`,
  EMPTY: 'Please fill in the form before you send it.',
  FILES_TOO_BIG: 'Your message is too long. Please send a shorter one.',
  FORM_NOT_FOUND: OUT_OF_ORDER,
  INACTIVE: OUT_OF_ORDER,
  NO_FILE_UPLOADS: 'This form takes no files.',
  PROJECT_NOT_FOUND: OUT_OF_ORDER,
  TOO_MANY_FILES: 'This form takes no files.',
}

/**
 * The client passes on the browser's own message for a lost connection or a response that is
 * not JSON.
 */
function spoken(message: string): string {
  const isOfBrowser = /fetch|network|load failed|JSON|token/i.test(message)
  return isOfBrowser ? 'An unexpected error occurred. Please try again.' : message
}
