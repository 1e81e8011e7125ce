import type { ComponentType } from 'react'
import { Invited, OneIn } from '../ui/art/counts.tsx'
import { FiveNumbers } from '../ui/art/five-numbers.tsx'
import { HundredMen } from '../ui/art/hundred-men.tsx'
import walk from '../ui/art/place-walk.svg'
import works from '../ui/art/place-works.svg'
import { ProstateDiagram } from '../ui/art/prostate-diagram.tsx'
import { ResultRuler } from '../ui/art/result-ruler.tsx'
import { Thresholds } from '../ui/art/thresholds.tsx'
import styles from './article.module.css'
import type { Drawing } from './drawing-names.ts'

export const DRAWING_COMPONENTS: Record<Drawing, ComponentType> = {
  prostate: ProstateDiagram,
  'one-in': OneIn,
  thresholds: Thresholds,
  'result-ruler': ResultRuler,
  'hundred-men': HundredMen,
  invited: Invited,
  'five-numbers': FiveNumbers,
  works: () => <Place picture={works} />,
  walk: () => <Place picture={walk} />,
}

function Place({ picture }: { picture: string }) {
  return (
    <img className={styles.place} src={picture} width={560} height={360} loading="lazy" alt="" />
  )
}
