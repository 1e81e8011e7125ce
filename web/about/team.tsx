import type { Person } from '../../content/team.ts'
import { Monogram } from '../ui/art/monogram.tsx'
import { Section } from '../ui/layout.tsx'
import styles from './team.module.css'

type TeamProps = { team: readonly Person[]; trustees: readonly Person[] }

export function Team({ team, trustees }: TeamProps) {
  return (
    <Section title="Meet the team" caps id="our-team" ruled>
      <h3>Executive Team</h3>
      <ul className={styles.team}>
        {team.map(({ name, title }, place) => (
          <li key={name}>
            <Monogram name={name} place={place} />
            <b>{name}</b>
            <span>{title}</span>
          </li>
        ))}
      </ul>
      <h3>Trustees / Clinical Advisory Board</h3>
      <ul className={styles.trustees}>
        {trustees.map(({ name, title }) => (
          <li key={name}>
            <b>{name}</b>
            <span>{title}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
