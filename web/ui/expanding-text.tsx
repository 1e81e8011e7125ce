import { useId, useState } from 'react'
import { TextButton } from './button.tsx'
import styles from './expanding-text.module.css'
import { splitAtWord } from './split-at-word.ts'

type ExpandingTextProps = {
  paragraphs: readonly string[]
  limit: number
  about: string
}

/** Without scripts and in print the text is whole. */
export function ExpandingText({ paragraphs, limit, about }: ExpandingTextProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const [first = '', ...others] = paragraphs
  const [beginning, rest] = splitAtWord(first, limit)
  return (
    <div className={styles.text}>
      <div id={id} className="stack">
        <p>
          {beginning}
          {!isOpen && <span className={styles.dots}>...</span>}
          <span className={styles.rest} hidden={!isOpen}>
            {rest}
          </span>
        </p>
        {others.map((paragraph) => (
          <p key={paragraph} className={styles.more} hidden={!isOpen}>
            {paragraph}
          </p>
        ))}
      </div>
      <TextButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show Less' : 'Show More'}
        <span className="visually-hidden"> of {about}</span>
      </TextButton>
    </div>
  )
}
