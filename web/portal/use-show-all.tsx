import { useState } from 'react'
import { TextButton } from '../ui/button.tsx'

export function useShowAll<T>(all: readonly T[], first: number) {
  const [isWhole, setWhole] = useState(false)
  const more = all.length > first && (
    <p>
      <TextButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Show fewer' : `Show all ${all.length}`}
      </TextButton>
    </p>
  )
  return { shown: isWhole ? all : all.slice(0, first), more }
}
