import { useId, useState } from 'react'
import { SAMPLE_PEOPLE } from '../../content/charity.ts'
import { TESTIMONIALS, type Testimonial } from '../../content/testimonials.ts'
import stars from '../ui/art/five-stars.svg'
import hall from '../ui/art/sign-hall.svg'
import lodge from '../ui/art/sign-lodge.svg'
import works from '../ui/art/sign-works.svg'
import { TextButton } from '../ui/button.tsx'
import { Section } from '../ui/layout.tsx'
import { splitAtWord } from '../ui/split-at-word.ts'
import styles from './testimonials.module.css'

const SHOWN = 3
const CUT_AT = 300
const SIGNS = { hall, lodge, works } as const

export function Testimonials() {
  return (
    <Section title="Testimonials" caps ruled>
      <div className={styles.quotes}>
        {TESTIMONIALS.slice(0, SHOWN).map((testimonial) => (
          <Quote key={testimonial.content} {...testimonial} />
        ))}
      </div>
      {SAMPLE_PEOPLE && (
        <p className="small soft">These are sample quotes, until the charity adds its own.</p>
      )}
    </Section>
  )
}

function Quote({ content, name, role, sign }: Testimonial) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const [beginning, rest] = splitAtWord(content, CUT_AT)
  return (
    <figure className={styles.quote}>
      {!SAMPLE_PEOPLE && (
        <img src={stars} width={108} height={20} loading="lazy" alt="5 out of 5 stars" />
      )}
      <blockquote id={id}>
        <p>
          {beginning}
          {rest && !isOpen && <span className={styles.dots}>...</span>}
          <span className={styles.rest} hidden={!isOpen}>
            {rest}
          </span>
        </p>
      </blockquote>
      {rest && (
        <TextButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show Less' : 'Show More'}
          {name && <span className="visually-hidden"> of what the {name.toLowerCase()} said</span>}
        </TextButton>
      )}
      {name && (
        <figcaption>
          {sign && <img src={SIGNS[sign]} width={44} height={44} loading="lazy" alt="" />}
          <span>
            <b>{name}</b>
            {role}
          </span>
        </figcaption>
      )}
    </figure>
  )
}
