import { Badge } from '../../ui/badge.tsx'
import type { ResultBadge } from './result-text.ts'

const LOOKS = {
  'Lab result ready': { tone: 'good' },
  'No lab result': { tone: 'none' },
  'Appointment not linked': { tone: 'warn', icon: 'link-break' },
} as const satisfies Record<ResultBadge, object>

export function ResultBadges({ badges }: { badges: readonly ResultBadge[] }) {
  return badges.map((badge) => (
    <Badge key={badge} {...LOOKS[badge]}>
      {badge}
    </Badge>
  ))
}
