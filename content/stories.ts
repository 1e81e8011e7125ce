import * as z from 'zod/mini'
import { readDocument } from './read-document.ts'

/** Front matter of a story; title and description are in content/pages.ts. */
export type Story = {
  id: string
  name: string
  caption: string
  picture: 'graham' | 'delroy' | 'martin'
  /** Publication date, YYYY-MM-DD. */
  published: string
  contact?: boolean | undefined
  resources: { title: string; href: string }[]
  html: string
}

const RequiredText = z.string().check(z.minLength(1))
const StorySchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z-]*$/)),
  name: RequiredText,
  caption: RequiredText,
  picture: z.enum(['graham', 'delroy', 'martin']),
  published: z.iso.date(),
  contact: z.optional(z.boolean()),
  resources: z.array(z.strictObject({ title: RequiredText, href: z.url() })),
})

/** Throws Error for invalid front matter. */
export function readStories(files: Record<string, string>): Story[] {
  return Object.entries(files).map(([name, text]) => {
    const { meta, html } = readDocument(name, text, StorySchema)
    return { ...meta, html }
  })
}
