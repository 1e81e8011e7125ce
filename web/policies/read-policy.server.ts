import * as z from 'zod/mini'
import { type Document, readDocument } from '../../content/read-document.ts'
import { isCalendarDate } from '../../domain/uk-time.ts'
import { publishedText } from '../pages/published-text.server.ts'
import { fillFacts } from './fill-facts.ts'

const texts = import.meta.glob<string>('../../content/policies/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const PolicySchema = z.strictObject({
  updated: z.string().check(z.refine(isCalendarDate)),
})

export type PolicyMeta = z.infer<typeof PolicySchema>

/** Throws Error when there is none. */
export function readPolicy(name: string): Document<PolicyMeta> {
  const text = texts[fileOf(name)]
  if (text === undefined) throw new Error(`content/policies has no ${name}.md`)
  const file = `${name}.md`
  const { meta, html } = readDocument(file, publishedText(fileOf(name), text).text, PolicySchema)
  return { meta, html: fillFacts(file, html) }
}

/** Paths of the policies that nobody has ever approved. */
export const UNAPPROVED_POLICIES: readonly string[] = Object.entries(texts)
  .filter(([file, text]) => !publishedText(file, text).isApproved)
  .map(([file]) => file.replace(/^.*\/([\w-]+)\.md$/, '/$1'))

function fileOf(name: string): string {
  return `../../content/policies/${name}.md`
}
