// Loaded when the visitor begins to fill in the contact form.

import { type Client, createClient, isSubmissionError, type SubmissionError } from '@formspree/core'
import { contactErrorText, contactLabel } from '../../domain/contact.ts'
import { contactErrors } from '../../domain/contact-errors.ts'
import { charity } from '../charity.ts'
import type { FieldError } from '../ui/error-summary.tsx'

type SubmissionErrors = { errors: FieldError[]; problem: string | null }

type FormClient = { client: Client; endpoint: string; formId: string }
let formClient: FormClient | undefined

/** Opens the client for `.../p/{project}/f/{form}`, which reports when the form was opened. */
export function openClient(address: string): FormClient {
  const [, endpoint, project, formId] = /^(.*)\/p\/([^/]+)\/f\/([^/]+)$/.exec(address) ?? []
  if (!endpoint || !project || !formId) throw new Error('the contact form has no address')
  formClient ??= { client: createClient({ project }), endpoint, formId }
  return formClient
}

/** Sends the form; null when it was accepted. */
export async function sendContact(
  form: FormData,
  address: string,
): Promise<SubmissionErrors | null> {
  const errors = contactErrors(Object.fromEntries(form))
  if (errors.length > 0) {
    return {
      errors: errors.map(({ field, message }) => errorOf(field, [message])),
      problem: null,
    }
  }
  const { client, endpoint, formId } = openClient(address)
  const result = await client.submitForm(formId, form, { endpoint })
  return isSubmissionError(result) ? describeErrors(result) : null
}

/** Per field its label and the joined messages. */
function describeErrors(refused: SubmissionError): SubmissionErrors {
  const errors = refused.getAllFieldErrors().map(([field, fieldErrors]) => ({
    field: String(field),
    messages: fieldErrors.map(({ message }) => message),
  }))
  const known = errors.filter(({ field }) => contactLabel(field) !== undefined)
  const unknown = errors.filter((error) => !known.includes(error))
  const problems = [
    ...refused
      .getFormErrors()
      .map(({ code, message }) => FORM_ERRORS[code] ?? plainMessage(message)),
    ...unknown.flatMap(({ messages }) => messages),
  ]
  // Beside field errors, a general 'Validation errors' adds nothing.
  return {
    errors: known.map(({ field, messages }) => errorOf(field, messages)),
    problem: known.length > 0 || problems.length === 0 ? null : [...new Set(problems)].join(' '),
  }
}

function errorOf(field: string, messages: readonly string[]): FieldError {
  return { field, message: contactErrorText(field, messages) }
}

const CONTACT_US = `Please email ${charity.email} or call us instead.`
const OUT_OF_ORDER = `This form is not working at the moment. ${CONTACT_US}`

/** By the service's codes. */
const FORM_ERRORS: Record<string, string> = {
  BLOCKED: `We could not accept your message. ${CONTACT_US}`,
  EMPTY: 'Please fill in the form before you send it.',
  FILES_TOO_BIG: 'Your message is too long. Please send a shorter one.',
  FORM_NOT_FOUND: OUT_OF_ORDER,
  INACTIVE: OUT_OF_ORDER,
  NO_FILE_UPLOADS: 'You cannot attach files to this form.',
  PROJECT_NOT_FOUND: OUT_OF_ORDER,
  TOO_MANY_FILES: 'You cannot attach files to this form.',
}

/** Replaces the browser's own message for a broken connection or a response that is not JSON. */
function plainMessage(message: string): string {
  const isOfBrowser = /fetch|network|load failed|JSON|token/i.test(message)
  return isOfBrowser ? 'An unexpected error occurred. Please try again.' : message
}
