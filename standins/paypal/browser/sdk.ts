// The script of the shop's page: `paypal.CardFields` and `paypal.Buttons` of the JS SDK v5. Creates the frames and never
// sees card data. A classic script, so types are imported inline.
{
  type Params = import('./protocol.ts').Params
  type AskedState = import('./protocol.ts').AskedState
  type Billing = import('./protocol.ts').Billing
  type CardKind = import('./protocol.ts').CardKind
  type ChallengeMessage = import('./protocol.ts').ChallengeMessage
  type Confirmed = import('./protocol.ts').Confirmed
  type ButtonMessage = import('./protocol.ts').ButtonMessage
  type ToButton = import('./protocol.ts').ToButton
  type FieldState = import('./protocol.ts').FieldState
  type FieldType = import('./protocol.ts').FieldType
  type Style = import('./protocol.ts').Style
  type FieldEvent = import('./protocol.ts').FieldEvent
  type State = {
    cards: CardKind[]
    emittedBy?: FieldType
    isFormValid: boolean
    errors: string[]
    fields: Record<(typeof STATE_NAMES)[FieldType], FieldState>
  }
  type InputEvents = Partial<
    Record<'onChange' | 'onFocus' | 'onBlur' | 'onInputSubmitRequest', (state: State) => void>
  >
  type FormOptions = {
    createOrder: () => Promise<string>
    onApprove: (data: { orderID: string; liabilityShift?: string }) => unknown
    onError: (error: unknown) => void
    onCancel?: () => unknown
    inputEvents?: InputEvents
    style?: Style
  }
  type ButtonOptions = {
    fundingSource?: string
    createOrder: (data: { paymentSource: string }) => Promise<string>
    onApprove: (data: { orderID: string }) => unknown
    onCancel?: (data: { orderID: string | null }) => unknown
    onClick?: (data: object) => unknown
    onError?: (error: unknown) => void
    onInit?: (data: object, actions: Record<'enable' | 'disable', () => Promise<void>>) => void
  }
  type FieldOptions = { placeholder?: string; inputEvents?: InputEvents; style?: Style }
  type Drawn = {
    type: FieldType
    frame: HTMLIFrameElement
    known: AskedState
    events: InputEvents[]
    closed: AbortSignal
    isReady: Promise<void>
  }

  const STATE_NAMES = {
    name: 'cardNameField',
    number: 'cardNumberField',
    expiry: 'cardExpiryField',
    cvv: 'cardCvvField',
  } as const
  const TITLES: Record<FieldType, string> = {
    name: 'Name on card, secure field',
    number: 'Card number, secure field',
    expiry: 'Expiry date, secure field',
    cvv: 'Security code, secure field',
  }
  const HANDLERS = {
    change: 'onChange',
    focus: 'onFocus',
    blur: 'onBlur',
    enter: 'onInputSubmitRequest',
  } as const
  const NOTHING: FieldState = {
    isFocused: false,
    isEmpty: true,
    isValid: false,
    isPotentiallyValid: true,
  }
  const NEEDED: FieldType[] = ['number', 'expiry', 'cvv']
  const READY_MS = 15_000

  const script = document.currentScript as HTMLScriptElement
  const { origin, searchParams } = new URL(script.src)
  const namespace = script.getAttribute('data-namespace') ?? 'paypal'
  const hasButtons = searchParams.get('components')?.split(',').includes('buttons') ?? false
  Object.assign(window, {
    [namespace]: { version: '5.0.0-local', CardFields, ...(hasButtons ? { Buttons } : {}) },
  })

  function CardFields(options: FormOptions) {
    const session = randomName()
    const drawn = new Map<FieldType, Drawn>()
    let isSubmitting = false

    return {
      isEligible: () => true,
      getState: () => freshState(),
      submit,
      NameField: (of: FieldOptions = {}) => field('name', of),
      NumberField: (of: FieldOptions = {}) => field('number', of),
      ExpiryField: (of: FieldOptions = {}) => field('expiry', of),
      CVVField: (of: FieldOptions = {}) => field('cvv', of),
    }

    async function submit(extra: { name?: string; billingAddress?: Billing } = {}): Promise<void> {
      if (isSubmitting) throw new Error('A payment of this form is under way.')
      isSubmitting = true
      try {
        const { isFormValid, errors } = await freshState()
        if (!isFormValid) {
          for (const one of drawn.values()) void ask(one, { ask: 'show-errors' })
          throw new Error(errors.join(', '))
        }
        await pay(extra).catch((error: unknown) => {
          options.onError?.(error)
          throw error
        })
      } finally {
        isSubmitting = false
      }
    }

    async function pay(extra: { name?: string; billingAddress?: Billing }): Promise<void> {
      const number = drawn.get('number')
      if (!number) throw new Error('The card number field is gone.')
      const orderId = await options.createOrder()
      const confirmed = await ask<Confirmed>(number, {
        ask: 'confirm',
        orderId,
        fields: [...drawn.keys()],
        ...(extra.name === undefined ? {} : { name: extra.name }),
        ...(extra.billingAddress === undefined ? {} : { billing: extra.billingAddress }),
      })
      if ('refused' in confirmed) throw new Error(confirmed.refused)
      let { liabilityShift } = confirmed
      if (confirmed.challengeUrl !== undefined) {
        const answer = await challenged(confirmed.challengeUrl, number.closed)
        if (answer.challenge === 'cancelled') return void (await options.onCancel?.())
        liabilityShift = answer.liabilityShift
      }
      const shift = liabilityShift === undefined ? {} : { liabilityShift }
      await options.onApprove({ orderID: orderId, ...shift })
    }

    function field(type: FieldType, of: FieldOptions) {
      const closing = new AbortController()
      const send = async (request: Params): Promise<void> => {
        const one = drawn.get(type)
        if (one) await ask(one, request)
      }
      return {
        render: (container: string | HTMLElement) => render(type, of, container, closing),
        async close(): Promise<void> {
          closing.abort()
        },
        clear: () => void send({ ask: 'clear' }),
        focus: () => {
          drawn.get(type)?.frame.focus()
          void send({ ask: 'focus' })
        },
        setAttribute: (name: string, value: string) => send({ ask: 'attribute', name, value }),
        removeAttribute: (name: string) => send({ ask: 'attribute', name, value: null }),
        addClass: (name: string) => send({ ask: 'class', name, isSet: true }),
        removeClass: (name: string) => send({ ask: 'class', name, isSet: false }),
        setMessage: (text: string) => void send({ ask: 'message', text }),
      }
    }

    async function render(
      type: FieldType,
      of: FieldOptions,
      container: string | HTMLElement,
      closing: AbortController,
    ): Promise<void> {
      const place = typeof container === 'string' ? document.querySelector(container) : container
      if (!place) throw new Error(`There is no element ${container} for the card field.`)
      const frame = document.createElement('iframe')
      const query = { type, session, 'client-id': searchParams.get('client-id') ?? '' }
      frame.src = `${origin}/smart/card-field?${new URLSearchParams({ ...query, parent: location.origin })}`
      frame.title = TITLES[type]
      Object.assign(frame.style, { width: '100%', height: '56px', border: '0', display: 'block' })
      const events = [options.inputEvents ?? {}, of.inputEvents ?? {}]
      const { signal: closed } = closing
      const ready = Promise.withResolvers<void>()
      const known = { state: NOTHING, cards: [] }
      const one: Drawn = { type, frame, known, events, closed, isReady: ready.promise }
      addEventListener('message', (message) => receive(one, message, ready.resolve), {
        signal: closed,
      })
      closed.addEventListener('abort', () => {
        frame.remove()
        if (drawn.get(type) === one) drawn.delete(type)
        ready.resolve()
      })
      drawn.set(type, one)
      place.append(frame)
      const late = setTimeout(
        () => ready.reject(new Error('The card field did not load.')),
        READY_MS,
      )
      await ready.promise.finally(() => clearTimeout(late))
      if (closed.aborted) return
      const styles = [options.style ?? {}, of.style ?? {}]
      const { placeholder } = of
      await ask(one, {
        ask: 'set-up',
        styles,
        ...(placeholder === undefined ? {} : { placeholder }),
      })
    }

    function receive(one: Drawn, message: MessageEvent, isReady: () => void): void {
      if (message.origin !== origin || message.source !== one.frame.contentWindow) return
      const sent = message.data as FieldEvent
      if (sent.session !== session || sent.field !== one.type) return
      one.known = { state: sent.state, cards: sent.cards }
      one.frame.style.height = `${sent.height}px`
      if (sent.event === 'ready') isReady()
      if (sent.event === 'ready' || sent.event === 'height') return
      const state = { ...stateNow(), emittedBy: one.type }
      for (const events of one.events) events[HANDLERS[sent.event]]?.(state)
    }

    /** The state including the latest input, whose message may not have arrived yet. */
    async function freshState(): Promise<State> {
      await Promise.all(
        [...drawn.values()].map(async (one) => {
          one.known = await ask<AskedState>(one, { ask: 'state' })
        }),
      )
      return stateNow()
    }

    function stateNow(): State {
      const stateOf = (type: FieldType) => drawn.get(type)?.known.state
      const wrong = ([...new Set([...NEEDED, ...drawn.keys()])] as FieldType[]).filter(
        (type) => !stateOf(type)?.isValid,
      )
      return {
        cards: drawn.get('number')?.known.cards ?? [],
        isFormValid: wrong.length === 0,
        errors: wrong.map((type) => `INVALID_${type.toUpperCase()}`),
        fields: {
          cardNameField: stateOf('name') ?? NOTHING,
          cardNumberField: stateOf('number') ?? NOTHING,
          cardExpiryField: stateOf('expiry') ?? NOTHING,
          cardCvvField: stateOf('cvv') ?? NOTHING,
        },
      }
    }
  }

  /** Only PayPal's own button: no other wallet. */
  function Buttons(options: ButtonOptions) {
    const { fundingSource = 'paypal' } = options
    const frame = document.createElement('iframe')
    const closing = new AbortController()
    const { signal } = closing
    /** Null while no window is open; the order is null until the shop has made it. */
    let payment: { orderId: string | null } | null = null

    return {
      isEligible: () => fundingSource === 'paypal',
      render,
      async close(): Promise<void> {
        closing.abort()
        frame.remove()
      },
      async updateProps(): Promise<void> {},
    }

    async function render(container: string | HTMLElement): Promise<void> {
      const place = typeof container === 'string' ? document.querySelector(container) : container
      if (!place) throw new Error(`There is no element ${container} for the button.`)
      const query = { 'client-id': searchParams.get('client-id') ?? '', parent: location.origin }
      frame.src = `${origin}/smart/button?${new URLSearchParams(query)}`
      frame.title = 'PayPal'
      Object.assign(frame.style, { width: '100%', height: '58px', border: '0', display: 'block' })
      const ready = Promise.withResolvers<void>()
      addEventListener(
        'message',
        ({ origin: from, source, data }) => {
          if (from !== origin || source !== frame.contentWindow) return
          const { button } = data as ButtonMessage
          if (button === 'ready') ready.resolve()
          else receive(button)
        },
        { signal },
      )
      signal.addEventListener('abort', () => ready.resolve())
      place.append(frame)
      const late = setTimeout(() => ready.reject(new Error('The button did not load.')), READY_MS)
      await ready.promise.finally(() => clearTimeout(late))
      if (signal.aborted) return
      options.onInit?.(
        {},
        {
          enable: async () => send({ isDisabled: false }),
          disable: async () => send({ isDisabled: true }),
        },
      )
    }

    function receive(button: Exclude<ButtonMessage['button'], 'ready'>): void {
      if (button === 'pressed') return void start()
      const orderId = payment?.orderId ?? null
      payment = null
      if (button === 'blocked') options.onError?.(new Error('The window was blocked.'))
      else if (button === 'approved' && orderId !== null) options.onApprove({ orderID: orderId })
      else options.onCancel?.({ orderID: orderId })
    }

    async function start(): Promise<void> {
      const started: { orderId: string | null } = { orderId: null }
      payment = started
      try {
        options.onClick?.({ fundingSource })
        started.orderId = await options.createOrder({ paymentSource: fundingSource })
        // The payer may have closed the window in the meantime.
        if (payment === started) send({ orderId: started.orderId })
      } catch (error) {
        payment = null
        send({ orderId: null })
        options.onError?.(error)
      }
    }

    function send(message: ToButton): void {
      frame.contentWindow?.postMessage(message, origin)
    }
  }

  /** Sends a request to a field; resolves with its answer, or when the field is removed. */
  async function ask<Answer>({ frame, closed, isReady }: Drawn, request: Params): Promise<Answer> {
    await isReady
    const { port1, port2 } = new MessageChannel()
    return new Promise<Answer>((resolve, reject) => {
      const gone = () => reject(new Error('The card field was taken away.'))
      if (closed.aborted) return gone()
      closed.addEventListener('abort', gone, { once: true })
      port1.onmessage = ({ data }) => {
        closed.removeEventListener('abort', gone)
        port1.close()
        resolve(data as Answer)
      }
      frame.contentWindow?.postMessage(request, origin, [port2])
    })
  }

  /** Shows the bank's challenge over the page; Escape cancels it. */
  function challenged(url: string, closed: AbortSignal): Promise<ChallengeMessage> {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'Your bank checks that it is you')
    Object.assign(dialog.style, {
      width: '100%',
      height: '100%',
      maxWidth: '100%',
      maxHeight: '100%',
      padding: '0',
      border: '0',
      background: 'rgb(16 36 62 / 60%)',
    })
    const frame = document.createElement('iframe')
    frame.title = 'Card security check'
    frame.src = url
    Object.assign(frame.style, { width: '100%', height: '100%', border: '0', display: 'block' })
    dialog.append(frame)
    document.body.append(dialog)
    dialog.showModal()
    const over = new AbortController()
    const { signal } = over
    return new Promise<ChallengeMessage>((resolve, reject) => {
      addEventListener(
        'message',
        ({ origin: from, source, data }) => {
          if (from !== origin || source !== frame.contentWindow) return
          const sent = data as ChallengeMessage
          if (sent.challenge === 'ready') return frame.focus()
          resolve(sent)
        },
        { signal },
      )
      dialog.addEventListener('cancel', () => resolve({ challenge: 'cancelled' }), { signal })
      closed.addEventListener('abort', () => reject(new Error('The card form was taken away.')), {
        signal,
      })
    }).finally(() => {
      over.abort()
      dialog.close()
      dialog.remove()
    })
  }

  function randomName(): string {
    return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('')
  }
}
