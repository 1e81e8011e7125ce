import * as z from 'zod/mini'
import { type Document, readDocument } from '../../content/read-document.ts'

const texts = import.meta.glob<string>('../../content/screening/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const ScreeningSchema = z.strictObject({
  facts: z.array(z.strictObject({ what: z.string(), fact: z.string() })),
})

export type ShortFact = z.infer<typeof ScreeningSchema>['facts'][number]

/** Throws Error when there is none. */
export function readScreening(name: string): Document<{ facts: ShortFact[] }> {
  const text = texts[`../../content/screening/${name}.md`]
  if (text === undefined) throw new Error(`content/screening has no ${name}.md`)
  return readDocument(`${name}.md`, text, ScreeningSchema)
}
