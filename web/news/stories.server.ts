import { readStories } from '../../content/stories.ts'

export const STORIES = readStories(
  import.meta.glob<string>('../../content/stories/*.md', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
