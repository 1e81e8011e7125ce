// What the SDK's script on the shop's page and the frames from this origin say to each other. No
// message to the page holds anything typed.

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

/** A field to the page. */
export type Told = {
  session: string
  field: FieldType
  event: 'ready' | 'height' | 'change' | 'focus' | 'blur' | 'enter'
  state: FieldState
  cards: CardKind[]
  height: number
}

/** The page to a field; the answer comes through the port sent along. */
export type Asked =
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

/** The challenge to the page. */
export type ChallengeTold = {
  challenge: 'ready' | 'answered' | 'cancelled'
  liabilityShift?: string
}

/** Between the fields of one form, which share this origin. */
export type Whispered =
  | { whisper: 'collect'; turn: string }
  | { whisper: 'value'; turn: string; field: FieldType; value: string }
  | { whisper: 'code-size?' }
  | { whisper: 'code-size'; size: number }
