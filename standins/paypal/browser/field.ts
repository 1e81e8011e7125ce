// One card field in its frame. The number field collects the others' values and confirms the order,
// so card data goes only to this origin's server.
import {
  brandOf,
  digitsOf,
  isCodeValid,
  isExpired,
  isNameValid,
  isNumberValid,
  isoExpiry,
  spacedNumber,
  writtenExpiry,
} from './card-rules.ts'
import type {
  AskedState,
  Billing,
  Confirmed,
  FieldEvent,
  FieldState,
  FieldType,
  Params,
  PeerMessage,
  Style,
} from './protocol.ts'

const { type, session = '', app = '', token = '' } = document.body.dataset
const field = type as FieldType
const input = document.querySelector('input') as HTMLInputElement
const message = document.querySelector('#message') as HTMLElement
const others = new BroadcastChannel(`card-fields-${session}`)
const COLLECT_MS = 5_000
const SMALLEST_PX = 16
const LONGEST_NUMBER = 19
let codeSize: number | null = null
let isTouched = false

input.addEventListener('input', (event) => {
  const isErasing = (event as InputEvent).inputType?.startsWith('delete') ?? false
  if (field === 'number') writeNumber()
  if (field === 'expiry' && !isErasing) input.value = writtenExpiry(input.value)
  if (field === 'cvv') input.value = digitsOf(input.value).slice(0, 4)
  if (stateNow().isValid) isTouched = false
  if (field === 'number') sendToPeers({ kind: 'code-size', size: codeSizeOf(input.value) })
  show()
  send('change')
})
input.addEventListener('focus', () => send('focus'))
input.addEventListener('blur', () => {
  isTouched = input.value !== ''
  show()
  send('blur')
})
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') send('enter')
})
addEventListener('message', ({ origin, source, data, ports: [port] }) => {
  if (origin !== app || source !== parent || !port) return
  answer(data as Params).then((answered) => port.postMessage(answered))
})
others.addEventListener('message', ({ data }) => {
  const answer = data as PeerMessage
  if (answer.kind === 'collect') {
    sendToPeers({ kind: 'value', turn: answer.turn, field, value: input.value })
  }
  if (answer.kind === 'code-size?' && field === 'number') {
    sendToPeers({ kind: 'code-size', size: codeSizeOf(input.value) })
  }
  if (answer.kind === 'code-size' && field === 'cvv') {
    codeSize = answer.size
    show()
    send('height')
  }
})
new ResizeObserver(() => send('height')).observe(document.body)
if (field === 'cvv') sendToPeers({ kind: 'code-size?' })
send('ready')

async function answer(request: Params): Promise<AskedState | Confirmed | null> {
  if (request.ask === 'state') return { state: stateNow(), cards: cardsNow() }
  if (request.ask === 'confirm') return confirm(request)
  if (request.ask === 'set-up') {
    for (const style of request.styles) dress(style)
    const size = Number.parseFloat(getComputedStyle(input).fontSize)
    if (size < SMALLEST_PX) input.style.fontSize = `${SMALLEST_PX}px`
    if (request.placeholder !== undefined) input.placeholder = request.placeholder
  }
  if (request.ask === 'show-errors') isTouched = true
  if (request.ask === 'clear') {
    input.value = ''
    isTouched = false
    send('change')
  }
  if (request.ask === 'focus') input.focus()
  if (request.ask === 'attribute') setAttribute(request.name, request.value)
  if (request.ask === 'class') input.classList.toggle(request.name, request.isSet)
  if (request.ask === 'message') message.textContent = request.text
  show()
  return null
}

async function confirm(request: Params & { ask: 'confirm' }): Promise<Confirmed> {
  const values = await collected(request.fields)
  const name = values.get('name') ?? request.name
  const card = {
    number: digitsOf(input.value),
    expiry: isoExpiry(values.get('expiry') ?? ''),
    security_code: values.get('cvv'),
    ...(name ? { name } : {}),
    ...(request.billing ? { billing_address: billingOf(request.billing) } : {}),
  }
  const path = `/v2/checkout/orders/${encodeURIComponent(request.orderId)}/confirm-payment-source`
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { authorization: `CardField ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ payment_source: { card } }),
    })
    const body = await response.json()
    if (!response.ok) return { refused: body.details?.[0]?.issue ?? body.name ?? 'REFUSED' }
    const result = body.payment_source?.card?.authentication_result
    const link = body.links.find(({ rel }: { rel: string }) => rel === 'payer-action')
    return {
      orderId: body.id,
      ...(result ? { liabilityShift: result.liability_shift } : {}),
      ...(link ? { challengeUrl: link.href } : {}),
    }
  } catch {
    return { refused: 'The payment service could not be reached.' }
  }
}

function collected(fields: FieldType[]): Promise<Map<FieldType, string>> {
  const wanted = fields.filter((other) => other !== 'number')
  const values = new Map<FieldType, string>()
  const turn = String(crypto.getRandomValues(new Uint32Array(1))[0])
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => finish(() => reject(new Error('A field is gone.'))), COLLECT_MS)
    const finish = (settle: () => void) => {
      clearTimeout(late)
      others.removeEventListener('message', receive)
      settle()
    }
    const receive = ({ data }: MessageEvent) => {
      const answer = data as PeerMessage
      if (answer.kind !== 'value' || answer.turn !== turn) return
      values.set(answer.field, answer.value)
      if (wanted.every((other) => values.has(other))) finish(() => resolve(values))
    }
    others.addEventListener('message', receive)
    sendToPeers({ kind: 'collect', turn })
  })
}

function stateNow(): FieldState {
  const { value } = input
  const isFocused = document.activeElement === input && document.hasFocus()
  return {
    isFocused,
    isEmpty: value === '',
    isValid: isValid(value),
    isPotentiallyValid: isHopeful(value),
  }
}

function isValid(value: string): boolean {
  if (field === 'number') return isNumberValid(digitsOf(value))
  if (field === 'name') return isNameValid(value)
  if (field === 'cvv') return isCodeValid(value, codeSize ?? 3)
  const expiry = isoExpiry(value)
  return expiry !== null && !isExpired(expiry, new Date())
}

function isHopeful(value: string): boolean {
  if (value === '' || isValid(value)) return true
  if (field === 'number') {
    const digits = digitsOf(value)
    return digits.length < Math.max(...(brandOf(digits)?.lengths ?? [digits.length < 2 ? 2 : 0]))
  }
  if (field === 'cvv') return value.length < (codeSize ?? 3)
  return field === 'expiry' ? value.length < 5 : false
}

function cardsNow() {
  const brand = field === 'number' ? brandOf(digitsOf(input.value)) : null
  if (!brand) return []
  return [{ type: brand.type, niceType: brand.niceType, code: brand.code }]
}

function codeSizeOf(value: string): number {
  return brandOf(digitsOf(value))?.code.size ?? 3
}

// Keeps the caret behind the same digit.
function writeNumber(): void {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  input.value = spacedNumber(digitsOf(input.value).slice(0, LONGEST_NUMBER))
  let place = 0
  for (let digits = 0; digits < before && place < input.value.length; place += 1)
    if (input.value[place] !== ' ') digits += 1
  input.setSelectionRange(place, place)
}

function show(): void {
  const isWrong = isTouched && !stateNow().isValid
  input.classList.toggle('invalid', isWrong)
  input.classList.toggle('valid', stateNow().isValid)
  input.setAttribute('aria-invalid', String(isWrong))
}

function send(event: FieldEvent['event']): void {
  const height = Math.ceil(document.body.getBoundingClientRect().height)
  const sent: FieldEvent = { session, field, event, state: stateNow(), cards: cardsNow(), height }
  parent.postMessage(sent, app)
}

function sendToPeers(answer: PeerMessage): void {
  others.postMessage(answer)
}

const ATTRIBUTES = ['aria-invalid', 'aria-required', 'disabled', 'placeholder']

function setAttribute(name: string, value: string | null): void {
  if (!ATTRIBUTES.includes(name)) return
  if (value === null) input.removeAttribute(name)
  else input.setAttribute(name, value)
}

const PROPERTIES =
  /^(appearance|color|direction|font(-.+)?|border(-radius)?|box-shadow|letter-spacing|line-height|opacity|outline|padding(-.+)?|text-shadow|transition|background(-color)?)$/

/** The shop's style: selectors of the input, and the properties that the SDK allows. */
function dress(style: Style): void {
  const sheet = new CSSStyleSheet()
  for (const [selector, properties] of Object.entries(style)) {
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)]
    for (const [name, value] of Object.entries(properties)) {
      const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      if (PROPERTIES.test(property)) (rule as CSSStyleRule).style.setProperty(property, value)
    }
  }
  document.adoptedStyleSheets.push(sheet)
}

function billingOf(billing: Billing): Billing {
  return Object.fromEntries(
    Object.entries(billing).map(([name, value]) => [
      name.replace(/[A-Z\d]/g, (character) => `_${character.toLowerCase()}`),
      value,
    ]),
  )
}
