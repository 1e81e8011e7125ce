import * as z from 'zod/mini'
import { type Document, readDocument } from '../../content/read-document.ts'
import { isCalendarDate } from '../../domain/uk-time.ts'

const texts = import.meta.glob<string>('../../content/policies/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const PolicySchema = z.strictObject({
  updated: z.string().check(z.refine(isCalendarDate)),
  /** Who has yet to approve the text; the page shows a notice until this line is removed. */
  approval: z.optional(z.string()),
})

export type PolicyMeta = z.infer<typeof PolicySchema>

/** Throws Error when there is none. */
export function readPolicy(name: string): Document<PolicyMeta> {
  const text = texts[`../../content/policies/${name}.md`]
  if (text === undefined) throw new Error(`content/policies has no ${name}.md`)
  return readDocument(`${name}.md`, text, PolicySchema)
}
