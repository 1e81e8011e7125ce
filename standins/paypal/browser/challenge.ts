// The bank's page over the shop's: posts the answer to this origin and tells the shop only that
// there is one.
import type { ChallengeTold } from './protocol.ts'

const { app = '', token = '' } = document.body.dataset
const problem = document.querySelector('#problem') as HTMLElement

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    if (button.value === 'cancel') tell({ challenge: 'cancelled' })
    else give(button.value)
  })
  // Enabled only now, because an earlier click would have had no listener.
  button.disabled = false
}
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') tell({ challenge: 'cancelled' })
})
document.querySelector('h1')?.focus()
tell({ challenge: 'ready' })

async function give(answer: string): Promise<void> {
  try {
    const response = await fetch(location.pathname, {
      method: 'POST',
      headers: { authorization: `Challenge ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ answer }),
    })
    if (!response.ok) throw new Error(String(response.status))
    const { liabilityShift } = await response.json()
    tell({ challenge: 'answered', liabilityShift })
  } catch {
    problem.textContent = 'The answer did not arrive. Try again, or cancel.'
  }
}

function tell(told: ChallengeTold): void {
  parent.postMessage(told, app)
}
