import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { cardFieldToken, checkoutToken } from './access.ts'
import { answerChallenge, approveByPayPal, openOrder } from './approvals.ts'
import type { FieldType } from './browser/protocol.ts'
import { jsonOf, type Reply, type Request } from './exchange.ts'
import { moneyOf } from './money.ts'
import { findOrder } from './orders.ts'
import { malformed, Refusal } from './refusal.ts'
import type { Deps } from './rest.ts'
import { outcomeOf } from './test-cards.ts'

const FIELDS: Record<FieldType, { label: string; placeholder: string; attributes: string }> = {
  name: {
    label: 'Name on card',
    placeholder: 'Name on card',
    attributes: 'autocomplete="cc-name" autocapitalize="words" maxlength="300"',
  },
  number: {
    label: 'Card number',
    placeholder: 'Card number',
    attributes: 'autocomplete="cc-number" inputmode="numeric" maxlength="30"',
  },
  expiry: {
    label: 'Expiry date (MM/YY)',
    placeholder: 'MM/YY',
    attributes: 'autocomplete="cc-exp" inputmode="numeric" maxlength="9"',
  },
  cvv: {
    label: 'Security code',
    placeholder: 'Security code',
    attributes: 'autocomplete="cc-csc" inputmode="numeric" maxlength="4"',
  },
}
const SCRIPTS = ['card-rules.ts', 'field.ts', 'challenge.ts', 'button.ts', 'approval.ts']
const AnswerSchema = z.object({ answer: z.enum(['pass', 'fail']) })

export async function answerPages(
  deps: Deps & { appOrigin: string },
  request: Request,
): Promise<Reply | null> {
  const { method, path, query } = request
  if (path === '/sdk/js') return sdkReply(deps, query)
  if (path === '/smart/card-field') return fieldReply(deps, query)
  if (path === '/smart/button') return buttonReply(deps, query)
  if (path === '/checkoutnow')
    return method === 'POST'
      ? approvalAnswer(deps, query.get('token') ?? '', request)
      : approvalReply(deps, query.get('token'))
  const [, script] = /^\/smart\/([\w-]+\.ts)$/.exec(path) ?? []
  if (script && SCRIPTS.includes(script)) return scriptReply(script)
  const [, orderId] = /^\/3ds\/(\w+)$/.exec(path) ?? []
  if (orderId === undefined) return null
  return method === 'POST'
    ? challengeAnswer(deps, orderId, request)
    : challengeReply(deps, orderId, query)
}

function sdkReply({ clientId }: Deps, query: URLSearchParams): Promise<Reply> | Reply {
  const wrong = [
    query.get('client-id') === clientId ? '' : 'client-id is not recognised',
    query.get('components')?.split(',').includes('card-fields') ? '' : 'components: card-fields',
    query.get('currency') === 'GBP' ? '' : 'currency: GBP',
    (query.get('intent') ?? 'capture') === 'capture' ? '' : 'intent: capture',
  ].filter((text) => text !== '')
  if (wrong.length === 0) return scriptReply('sdk.ts')
  return { status: 400, type: 'text/plain', body: `SDK Validation error: ${wrong.join('; ')}` }
}

async function scriptReply(name: string): Promise<Reply> {
  return { status: 200, type: 'text/javascript', headers: SHARED, body: await scriptOf(name) }
}

function fieldReply(deps: Deps & { appOrigin: string }, query: URLSearchParams): Reply {
  const { clientId, appOrigin } = deps
  const type = query.get('type') ?? ''
  const session = query.get('session') ?? ''
  const isKnown = query.get('client-id') === clientId && /^\w{8,64}$/.test(session)
  if (!isKnown || !isFieldType(type))
    return { status: 400, type: 'text/plain', body: 'No such field.' }
  if (query.get('parent') !== appOrigin) return NOT_THE_SHOP
  const { label, placeholder, attributes } = FIELDS[type]
  const token = type === 'number' ? cardFieldToken(deps) : ''
  const notice = type === 'number' ? '<p class="notice">TEST PAYMENTS: no money moves</p>' : ''
  return framed(
    appOrigin,
    `<body data-type="${type}" data-session="${session}" data-app="${appOrigin}" data-token="${token}">
      <label for="field">${label}</label>
      <input id="field" ${attributes} placeholder="${placeholder}" aria-required="true"
        aria-invalid="false" aria-describedby="message" spellcheck="false" autocorrect="off">
      <p id="message"></p>${notice}
      <script type="module" src="/smart/field.ts"></script></body>`,
    { title: label, style: FIELD_STYLE },
  )
}

const NOT_THE_SHOP = { status: 403, type: 'text/plain', body: 'This page may not take payments.' }

/** PayPal's button, in a frame of this origin. */
function buttonReply(deps: Deps & { appOrigin: string }, query: URLSearchParams): Reply {
  const { clientId, appOrigin } = deps
  if (query.get('client-id') !== clientId)
    return { status: 400, type: 'text/plain', body: 'No such button.' }
  if (query.get('parent') !== appOrigin) return NOT_THE_SHOP
  return framed(
    appOrigin,
    `<body data-app="${appOrigin}"><button disabled>Pay with PayPal</button>
      <script type="module" src="/smart/button.ts"></script></body>`,
    { title: 'PayPal', style: BUTTON_STYLE },
  )
}

/** The window of PayPal: empty until the shop has made the order. */
function approvalReply(deps: Deps, orderId: string | null): Reply {
  if (orderId === null) {
    const loading = '<body><main><p>Loading PayPal</p></main></body>'
    return framed("'none'", loading, { title: 'PayPal', style: CHALLENGE_STYLE })
  }
  const { unit } = openOrder(deps.account, orderId)
  return framed(
    "'none'",
    `<body data-token="${checkoutToken(deps, orderId)}"><main>
      <p class="notice">TEST PAYMENTS: no money moves</p>
      <h1 tabindex="-1">Pay with PayPal</h1>
      <p>You would now sign in to PayPal. You are paying £${moneyOf(unit.pence).value}.</p>
      <p class="choices"><button value="pay" disabled>Pay now</button>
        <button value="cancel" disabled>Cancel</button></p>
      <p id="problem" role="alert"></p></main>
      <script type="module" src="/smart/approval.ts"></script></body>`,
    { title: 'Pay with PayPal', style: CHALLENGE_STYLE },
  )
}

function approvalAnswer(deps: Deps, orderId: string, request: Request): Reply {
  const { account, keys } = deps
  const token = request.header('authorization')?.replace(/^Checkout /, '') ?? ''
  if (keys.open('checkout', token, account.now()) !== orderId)
    throw new Refusal(401, 'AUTHENTICATION_FAILURE')
  const { status } = approveByPayPal(account, orderId, outcomeOf(''))
  return { status: 200, body: { status } }
}

function challengeReply(
  deps: Deps & { appOrigin: string },
  orderId: string,
  query: URLSearchParams,
): Reply {
  const token = query.get('token') ?? ''
  holderOf(deps, orderId, token)
  const order = findOrder(deps.account, orderId)
  return framed(
    deps.appOrigin,
    `<body data-app="${deps.appOrigin}" data-token="${token}"><main>
      <p class="notice">TEST PAYMENTS: no money moves</p>
      <h1 tabindex="-1">Confirm this payment</h1>
      <p>Your bank would now ask you to prove that the card ending ${order.card?.lastDigits} is yours.
        Choose what it hears.</p>
      <p class="choices"><button value="pass" disabled>Pass</button>
        <button value="fail" disabled>Fail</button> <button value="cancel" disabled>Cancel</button></p>
      <p id="problem" role="alert"></p></main>
      <script type="module" src="/smart/challenge.ts"></script></body>`,
    { title: 'Confirm this payment', style: CHALLENGE_STYLE },
  )
}

function challengeAnswer(deps: Deps, orderId: string, request: Request): Reply {
  holderOf(deps, orderId, request.header('authorization')?.replace(/^Challenge /, '') ?? '')
  const read = AnswerSchema.safeParse(jsonOf(request))
  if (!read.success) throw malformed(read.error)
  const { card } = answerChallenge(deps.account, orderId, read.data.answer)
  return { status: 200, body: { liabilityShift: card?.authentication?.liabilityShift } }
}

function holderOf({ account, keys }: Deps, orderId: string, token: string): void {
  if (keys.open('challenge', token, account.now()) !== orderId)
    throw new Refusal(401, 'AUTHENTICATION_FAILURE')
}

function isFieldType(type: string): type is FieldType {
  return Object.hasOwn(FIELDS, type)
}

const SHARED = { 'cross-origin-resource-policy': 'cross-origin' }

/** `by`: the origin that may frame the page. */
function framed(by: string, body: string, of: { title: string; style: string }): Reply {
  const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline';
    base-uri 'none'; form-action 'none'; frame-ancestors ${by}`
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    headers: { ...SHARED, 'content-security-policy': policy.replace(/\s+/g, ' ') },
    body: `<!doctype html><html lang="en-GB"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width"><title>${of.title}</title>
      <style>${STYLE}${of.style}</style></head>${body}</html>`,
  }
}

const written = new Map<string, Promise<string>>()

// Vite is loaded with the first checkout, not when the stand-in starts.
function scriptOf(name: string): Promise<string> {
  const kept = written.get(name)
  if (kept) return kept
  const made = withoutTypes(name)
  written.set(name, made)
  return made
}

async function withoutTypes(name: string): Promise<string> {
  const { transformWithOxc } = await import('vite')
  const source = await readFile(new URL(`./browser/${name}`, import.meta.url), 'utf8')
  const { code } = await transformWithOxc(source, name, { sourcemap: false })
  return code
}

const STYLE = `
  * { box-sizing: border-box }
  body { margin: 0; font: 1.125rem/1.4 'Source Sans 3', Verdana, sans-serif; color: #17202b }
  p { margin: 0 }
  .notice { font-size: 1rem; font-weight: 600; color: #8a5200 }`
// Padding for the focus ring, which the frame would cut off.
const FIELD_STYLE = `
  body { padding: 4px }
  label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  input { width: 100%; min-height: 3rem; padding: .5rem .75rem; font: inherit; color: inherit;
    background: #fff; border: 2px solid #5b6878; border-radius: 6px }
  input:focus { outline: 3px solid #10243e; outline-offset: 1px }
  input.invalid { border-color: #b3261e }
  #message:empty { display: none } #message { color: #b3261e }`
const BUTTON_STYLE = `
  body { padding: 5px }
  button { width: 100%; min-height: 3rem; font: inherit; font-weight: 600; color: #10243e;
    background: #ffc439; border: 0; border-radius: 6px; cursor: pointer }
  button:focus-visible { outline: 3px solid #10243e; outline-offset: 2px }`
const CHALLENGE_STYLE = `
  main { max-width: 30rem; margin: 10vh auto; padding: 1.5rem; background: #fff; border-radius: 12px }
  h1 { margin: .5rem 0; font-size: 1.5rem; line-height: 1.2 } h1:focus { outline: none }
  .choices { margin: 1.5rem 0 0; display: flex; flex-wrap: wrap; gap: .75rem }
  button { min-height: 3rem; min-width: 6rem; padding: .5rem 1.25rem; font: inherit; font-weight: 600;
    color: #fff; background: #10243e; border: 2px solid #10243e; border-radius: 6px; cursor: pointer }
  button[value=cancel] { color: #10243e; background: #fff }
  button:focus-visible { outline: 3px solid #10243e; outline-offset: 3px }
  #problem { color: #b3261e }`
