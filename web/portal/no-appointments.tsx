import { EmptyState } from './empty-state.tsx'

export function NoAppointments() {
  return (
    <EmptyState
      title="You have no upcoming appointments"
      text="When you book a screening event, you will see the time and place here."
    >
      <svg viewBox="0 0 120 96" width="120" height="96" aria-hidden="true">
        <rect x="18" y="16" width="84" height="72" rx="6" fill="var(--card)" />
        <path d="M18 34h84V22a6 6 0 0 0-6-6H24a6 6 0 0 0-6 6z" fill="var(--sage-300)" />
        <path
          d="M24 16h72a6 6 0 0 1 6 6v60a6 6 0 0 1-6 6H24a6 6 0 0 1-6-6V22a6 6 0 0 1 6-6zM18 34h84M38 8v14m44-14v14"
          fill="none"
          stroke="var(--navy-900)"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <path
          d="M28 76c9-14 21-15 31-4 10-13 23-13 33 0"
          fill="none"
          stroke="var(--sage-600)"
          strokeWidth="4"
        />
      </svg>
    </EmptyState>
  )
}
