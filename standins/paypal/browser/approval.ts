// PayPal's own page, in a window of its own; the frame of the button closes it.
import type { ApprovalMessage } from './protocol.ts'

const { token = '' } = document.body.dataset
const problem = document.querySelector('#problem') as HTMLElement

for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => {
    if (button.value === 'cancel') send({ approval: 'cancelled' })
    else approve()
  })
  // Enabled only now, because an earlier click would have had no listener.
  button.disabled = false
}
document.querySelector('h1')?.focus()

async function approve(): Promise<void> {
  try {
    const response = await fetch(location.href, {
      method: 'POST',
      headers: { authorization: `Checkout ${token}` },
    })
    if (!response.ok) throw new Error(String(response.status))
    send({ approval: 'approved' })
  } catch {
    problem.textContent = 'The answer did not arrive. Try again, or cancel.'
  }
}

function send(sent: ApprovalMessage): void {
  opener?.postMessage(sent, location.origin)
}
