import type { PersonState } from '../../../domain/office/person-state.ts'
import { Badge } from '../../ui/badge.tsx'

/** In a row: what makes the record unlike others, in a word each; nothing for the usual one. */
export function PersonBadges({ person }: { person: PersonState }) {
  return badgesOf(person).map((texts) => (
    <Badge key={texts} tone="warn">
      {texts}
    </Badge>
  ))
}

function badgesOf(person: PersonState): string[] {
  const texts: [boolean, string][] = [
    [person.died_at !== null, 'Has died'],
    [person.wants_contact === 'none', 'Wants no contact'],
    [person.is_consent_withdrawn, 'Consent withdrawn'],
    [person.is_capacity_doubted, 'Do they understand the test?'],
    [person.is_merged, 'Merged'],
    [person.is_erased, 'Erased record'],
  ]
  return texts.flatMap(([isSo, text]) => (isSo ? [text] : []))
}
