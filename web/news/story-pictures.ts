import evening from '../ui/art/lit-door.svg'
import lodge from '../ui/art/quiet-hall.svg'
import arrival from '../ui/art/step-arrive.svg'

/** Drawn pictures of the stories, by the names that the stories use. */
export const STORY_PICTURES = {
  evening: { src: evening, width: 560, height: 560 },
  arrival: { src: arrival, width: 200, height: 150 },
  lodge: { src: lodge, width: 280, height: 150 },
} as const
