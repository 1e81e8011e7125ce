import styles from './art.module.css'

const PLAIN = { disc: 'var(--sage-200)', line: 'var(--sage-500)', turn: 20 }
const TINTS = [
  PLAIN,
  { disc: 'var(--sand-deep)', line: 'var(--sand-line)', turn: 135 },
  { disc: 'var(--sage-300)', line: 'var(--sage-600)', turn: 250 },
  { disc: 'var(--sage-100)', line: 'var(--sage-400)', turn: 80 },
]
const RINGS = [9, 17, 26, 36]

export function Monogram({ name, place }: { name: string; place: number }) {
  const { disc, line, turn } = TINTS[place % TINTS.length] ?? PLAIN
  const initials = name
    .split(' ')
    .map((word) => word[0])
    .join('')
  return (
    <svg className={styles.monogram} viewBox="0 0 120 120" aria-hidden="true" focusable="false">
      <circle cx="60" cy="60" r="60" fill={disc} />
      <g fill="none" stroke={line} strokeWidth="1.25" transform={`rotate(${turn} 60 60)`}>
        {RINGS.map((ring) => (
          <ellipse key={ring} cx={46 + ring / 4} cy="60" rx={ring * 1.25} ry={ring} />
        ))}
      </g>
      <text x="60" y="74" textAnchor="middle" fill="var(--navy-900)">
        {initials}
      </text>
    </svg>
  )
}
