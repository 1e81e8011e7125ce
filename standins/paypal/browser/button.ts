// PayPal's button in its frame. The frame opens the window of PayPal, as only the click may, and tells
// the shop how that ended.
import type { ApprovalMessage, ButtonMessage, ToButton } from './protocol.ts'

const { app = '' } = document.body.dataset
const button = document.querySelector('button') as HTMLButtonElement
const CLOSED_MS = 200
let opened: Window | null = null

button.addEventListener('click', () => {
  if (opened) return opened.focus()
  opened = window.open('/checkoutnow', '_blank', 'popup,width=480,height=640')
  send({ button: opened ? 'pressed' : 'blocked' })
})
addEventListener('message', ({ origin, source, data }) => {
  if (source === parent && origin === app) receive(data as ToButton)
  if (opened && source === opened && origin === location.origin) end(data as ApprovalMessage)
})
setInterval(() => opened?.closed && end({ approval: 'cancelled' }), CLOSED_MS)
button.disabled = false
send({ button: 'ready' })

function receive(sent: ToButton): void {
  if ('isDisabled' in sent) button.disabled = sent.isDisabled
  else if (!opened) return
  else if (sent.orderId === null) close()
  else opened.location.replace(`/checkoutnow?token=${sent.orderId}`)
}

function end({ approval }: ApprovalMessage): void {
  close()
  send({ button: approval })
}

function close(): void {
  opened?.close()
  opened = null
}

function send(message: ButtonMessage): void {
  parent.postMessage(message, app)
}
