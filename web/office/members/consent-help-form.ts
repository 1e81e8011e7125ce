// Who is there when staff take a consent, as it is typed.
import type { SupportNeed } from '../../../domain/contact-and-support.ts'
import type { CapacityDecision } from '../../../domain/office/capacity.ts'
import {
  type ConsentHelp,
  HELPER_PARTS,
  type HelperPart,
  helpErrors,
  helpInWords,
} from '../../../domain/office/consent-help.ts'
import type { FieldError } from '../../ui/error-summary.tsx'

/** `part` '' for a member who answers alone. */
export type HelpForm = {
  part: HelperPart | ''
  name: string
  interpreter_name: string
  interpreter_language: string
}

export function noHelp(): HelpForm {
  return { part: '', name: '', interpreter_name: '', interpreter_language: '' }
}

export function toHelp(
  form: HelpForm,
  needs: readonly SupportNeed[],
): Omit<ConsentHelp, 'understands'> {
  const hasInterpreter = needs.includes('interpreter')
  return {
    helped_by: form.part === '' ? null : { name: form.name.trim(), part: form.part },
    interpreter_name: (hasInterpreter && form.interpreter_name.trim()) || null,
    interpreter_language: (hasInterpreter && form.interpreter_language.trim()) || null,
  }
}

export function helpFormErrors(
  form: HelpForm,
  supportNeeds: readonly SupportNeed[],
  decision: CapacityDecision | null = null,
): FieldError[] {
  return helpErrors(toHelp(form, supportNeeds), { supportNeeds, decision })
}

/** 'Helped by Ann Hale (carer or relative)'; '' for a member alone. */
export function helpFormInWords(form: HelpForm, needs: readonly SupportNeed[]): string {
  const {
    helped_by = null,
    interpreter_name = null,
    interpreter_language = null,
  } = toHelp(form, needs)
  return helpInWords({ understands: true, helped_by, interpreter_name, interpreter_language })
}

export function partOf(value: string): HelperPart | '' {
  return HELPER_PARTS.find((part) => part === value) ?? ''
}
