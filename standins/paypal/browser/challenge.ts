// The bank's page over the shop's: posts the answer to this origin and tells the shop only that
// there is one.
import type { ChallengeMessage } from './protocol.ts'

const { app = '', token = '' } = document.body.dataset
const problem = document.querySelector('#problem') as HTMLElement

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    if (button.value === 'cancel') send({ challenge: 'cancelled' })
    else give(button.value)
  })
  // Enabled only now, because an earlier click would have had no listener.
  button.disabled = false
}
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') send({ challenge: 'cancelled' })
})
document.querySelector('h1')?.focus()
send({ challenge: 'ready' })

async function give(answer: string): Promise<void> {
  try {
    const response = await fetch(location.pathname, {
      method: 'POST',
      headers: { authorization: `Challenge ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ answer }),
    })
    if (!response.ok) throw new Error(String(response.status))
    const { liabilityShift } = await response.json()
    send({ challenge: 'answered', liabilityShift })
  } catch {
    problem.textContent = 'The answer did not arrive. Try again, or cancel.'
  }
}

function send(sent: ChallengeMessage): void {
  parent.postMessage(sent, app)
}
