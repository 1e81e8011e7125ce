import { EmptyState } from '../empty-state.tsx'

export function NoResults() {
  return (
    <EmptyState
      title="No medical results or any appointment found"
      text="After a screening event, you will see your test and its result here."
    >
      <svg viewBox="40 4 48 84" width="55" height="96" aria-hidden="true">
        <path d="M50 10v58a14 14 0 0 0 28 0V10z" fill="var(--card)" />
        <path d="M50 46h28v22a14 14 0 0 1-28 0z" fill="var(--sage-300)" />
        <path
          d="M50 10v58a14 14 0 0 0 28 0V10M44 10h40"
          fill="none"
          stroke="var(--navy-900)"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <path d="M50 46c8-6 20 6 28 0" fill="none" stroke="var(--sage-600)" strokeWidth="4" />
      </svg>
    </EmptyState>
  )
}
