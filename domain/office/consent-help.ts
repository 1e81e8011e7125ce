// Who was there when staff took a consent: whether the member understands the test, who helped with the
// answers, and who interpreted.
import * as z from 'zod/mini'
import type { SupportNeed } from '../contact-and-support.ts'
import { type CapacityDecision, needsAttorney } from './capacity.ts'

/** `attorney` and `deputy` of the court decide for a member who lacks capacity. */
export const HELPER_PARTS = ['attorney', 'deputy', 'carer', 'interpreter'] as const
export type HelperPart = (typeof HELPER_PARTS)[number]

export const HELPER_WORDS: Record<HelperPart, string> = {
  attorney: 'Attorney',
  deputy: 'Deputy appointed by the court',
  carer: 'Carer or relative',
  interpreter: 'Interpreter',
}

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))

/** `understands`: the answer of who asked; `helped_by` is null for a member who answered alone. */
export const consentHelpShape = {
  understands: z.optional(z.boolean()),
  helped_by: z.optional(z.nullable(z.object({ name: text(120), part: z.enum(HELPER_PARTS) }))),
  interpreter_name: z.optional(z.nullable(text(120))),
  interpreter_language: z.optional(z.nullable(text(60))),
}
const ConsentHelpSchema = z.object(consentHelpShape)
export type ConsentHelp = z.infer<typeof ConsentHelpSchema>

/** As it is stored with the consent; null for what nobody asked or there was not. */
export const TakenWithSchema = z.object({
  understands: z._default(z.nullable(z.boolean()), null),
  helped_by: z._default(
    z.nullable(z.object({ name: z.string(), part: z.enum(HELPER_PARTS) })),
    null,
  ),
  interpreter_name: z._default(z.nullable(z.string()), null),
  interpreter_language: z._default(z.nullable(z.string()), null),
})
export type TakenWith = z.infer<typeof TakenWithSchema>

type HelpError = { field: keyof ConsentHelp; message: string }

/** Nobody may tick for a member without being named. `decision` of a clinician stands, or null. */
export function helpErrors(
  help: ConsentHelp,
  of: { supportNeeds: readonly SupportNeed[]; decision: CapacityDecision | null },
): HelpError[] {
  const { helped_by: helper, interpreter_name: name, interpreter_language: language } = help
  const errors: HelpError[] = []
  const need = (field: HelpError['field'], message: string) => errors.push({ field, message })
  if (helper && isBlank(helper.name)) need('helped_by', 'Please enter the name of who helps.')
  else if (of.decision && needsAttorney(of.decision) && helper?.part !== of.decision)
    need(
      'helped_by',
      `A clinician recorded that ${DECIDES[of.decision]} decides: please name them.`,
    )
  if (isBlank(name) && (of.supportNeeds.includes('interpreter') || !isBlank(language)))
    need('interpreter_name', 'Please enter the name of the interpreter.')
  if (!isBlank(name) && isBlank(language))
    need('interpreter_language', 'Please enter the language.')
  return errors
}

const DECIDES = { attorney: 'an attorney', deputy: 'a deputy appointed by the court' }

/** 'Helped by Ann Hale (carer or relative). Interpreter: Amir Shah, Urdu'; '' for a member alone. */
export function helpInWords({
  helped_by,
  interpreter_name,
  interpreter_language,
}: TakenWith): string {
  const helper = helped_by && `Helped by ${helped_by.name} (${lower(HELPER_WORDS[helped_by.part])})`
  const language = interpreter_language ? `, ${interpreter_language}` : ''
  const interpreter = interpreter_name && `Interpreter: ${interpreter_name}${language}`
  return [helper, interpreter].filter(Boolean).join('. ')
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function isBlank(typed: string | null | undefined): boolean {
  return (typed ?? '').trim() === ''
}
