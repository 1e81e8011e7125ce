import * as z from 'zod/mini'
import { readDocument } from './read-document.ts'

/** What a man's story says of itself; its title and description are those of its page. */
export type Story = {
  /** Last part of its address. */
  id: string
  name: string
  /** Under the picture. */
  caption: string
  picture: 'graham' | 'delroy' | 'martin'
  /** The day it was put on the site, YYYY-MM-DD. */
  published: string
  /** Whether it ends with how to reach the charity. */
  contact?: boolean | undefined
  resources: { title: string; href: string }[]
  html: string
}

const Words = z.string().check(z.minLength(1))
const StorySchema = z.strictObject({
  id: z.string().check(z.regex(/^[a-z][a-z-]*$/)),
  name: Words,
  caption: Words,
  picture: z.enum(['graham', 'delroy', 'martin']),
  published: z.iso.date(),
  contact: z.optional(z.boolean()),
  resources: z.array(z.strictObject({ title: Words, href: z.url() })),
})

/** Reads the files of content/stories, text by name. Throws Error when one is of another shape. */
export function readStories(files: Record<string, string>): Story[] {
  return Object.entries(files).map(([name, text]) => {
    const { meta, html } = readDocument(name, text, StorySchema)
    return { ...meta, html }
  })
}
