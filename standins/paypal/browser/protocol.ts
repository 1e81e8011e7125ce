// Messages between the SDK on the shop's page and the frames of this origin. No message to the page
// contains card data.

export type FieldType = 'name' | 'number' | 'expiry' | 'cvv'

export type FieldState = {
  isFocused: boolean
  isEmpty: boolean
  isValid: boolean
  isPotentiallyValid: boolean
}

export type CardKind = { type: string; niceType: string; code: { name: string; size: number } }

/** Selector to properties, as the shop passes it. */
export type Style = Record<string, Record<string, string>>

export type FieldEvent = {
  session: string
  field: FieldType
  event: 'ready' | 'height' | 'change' | 'focus' | 'blur' | 'enter'
  state: FieldState
  cards: CardKind[]
  height: number
}

/** From the page to a field; the answer comes through the transferred port. */
export type Params =
  | { ask: 'set-up'; styles: Style[]; placeholder?: string }
  | { ask: 'state' | 'show-errors' | 'clear' | 'focus' }
  | { ask: 'attribute'; name: string; value: string | null }
  | { ask: 'class'; name: string; isSet: boolean }
  | { ask: 'message'; text: string }
  | { ask: 'confirm'; orderId: string; fields: FieldType[]; name?: string; billing?: Billing }

export type Billing = Record<string, string>
export type AskedState = { state: FieldState; cards: CardKind[] }
export type Confirmed =
  | { orderId: string; liabilityShift?: string; challengeUrl?: string }
  | { refused: string }

export type ChallengeMessage = {
  challenge: 'ready' | 'answered' | 'cancelled'
  liabilityShift?: string
}

/** Between the fields of one form, which share this origin. */
export type PeerMessage =
  | { kind: 'collect'; turn: string }
  | { kind: 'value'; turn: string; field: FieldType; value: string }
  | { kind: 'code-size?' }
  | { kind: 'code-size'; size: number }

/** From the window of PayPal to the frame of its button. */
export type ApprovalMessage = { approval: 'approved' | 'cancelled' }
/** From the frame of the button to the page. */
export type ButtonMessage = { button: 'ready' | 'pressed' | 'blocked' | 'approved' | 'cancelled' }
/** From the page to the frame; without an order its window is closed. */
export type ToButton = { orderId: string | null } | { isDisabled: boolean }
