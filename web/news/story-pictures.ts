import delroy from '../ui/art/story-delroy.svg'
import graham from '../ui/art/story-graham.svg'
import martin from '../ui/art/story-martin.svg'

/** Drawn pictures of the stories, by the names that the stories use; each 560 by 560. */
export const STORY_PICTURES = { graham, delroy, martin } as const
