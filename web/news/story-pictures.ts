import delroy from '../ui/art/story-delroy.svg'
import graham from '../ui/art/story-graham.svg'
import martin from '../ui/art/story-martin.svg'

/** Story pictures by the names in the stories, 560 by 560 each. */
export const STORY_PICTURES = { graham, delroy, martin } as const
