import { readStories } from '../../content/stories.ts'

/** The men's stories, in the order of their files. */
export const STORIES = readStories(
  import.meta.glob<string>('../../content/stories/*.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
