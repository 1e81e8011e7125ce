// Races of clerks who change an event with members who book it or pay for it. Of the changes made
// from one version one is done, and every booking fits the event that it was made at.
import { planSlots, type SlotPlan } from '../../domain/office/slot-plan.ts'
import { findDraft } from '../../server/events/draft.queries.ts'
import { book, consentingMembers } from '../app/bookings.ts'
import { type CardShop, openCardShop } from '../app/card-shop.ts'
import { dropProtection, type Protection } from '../invariants/booking-invariants.queries.ts'
import { type Clerk, staffMany } from './clerks.ts'

export type RaceOfEvents = keyof typeof races
type Answer = Awaited<ReturnType<CardShop['site']['ask']>>
type Ground = {
  shop: CardShop
  clerks: Clerk[]
  office: Clerk
  labId: number
  productId: number
  n: number
}

const CLERKS = 3
const MEMBERS = 8
const PAYERS = 4
const ROUNDS_ON_A_DATABASE = 25
const DATE = '2027-03-06'
const PLAN: SlotPlan = {
  start: '10:00',
  end: '12:00',
  session_minutes: 20,
  places_per_slot: 1,
  breaks: [],
  kept_back: 0,
}
const OTHER_PLAN: SlotPlan = { ...PLAN, end: '11:00', places_per_slot: 2 }

/** What was untrue after `rounds` races; `booked` counts the appointments that were made. */
export async function runRacesOfEvents(
  race: RaceOfEvents,
  { rounds, without = [] }: { rounds: number; without?: Protection[] },
): Promise<{ booked: number; broken: string[] }> {
  const score = { booked: 0, broken: [] as string[] }
  for (let first = 0; first < rounds; first += ROUNDS_ON_A_DATABASE) {
    const ground = await openGround(without)
    for (let n = first; n < Math.min(rounds, first + ROUNDS_ON_A_DATABASE); n++) {
      const { booked, broken } = await races[race]({ ...ground, n })
      score.booked += booked
      score.broken.push(...broken, ...(await ground.shop.broken()))
    }
    await ground.shop.close()
  }
  return score
}

type Outcome = { booked: number; broken: string[] }

const races = {
  'clerks change a draft and publish it, members book': async (ground) => {
    const { shop, clerks, n } = ground
    const id = await addReadyDraft(ground)
    const draft = await findDraft(shop.site.deps.database.db, id)
    if (!draft) throw new Error('the draft is not there')
    const members = await consentingMembers(shop.site, MEMBERS, [draft])
    const change = (clerk: Clerk, who: number) =>
      put(shop, clerk, `events/${id}`, {
        version: 1,
        event_name: `Change ${who}`,
        slot_plan: OTHER_PLAN,
      })
    const publish = (clerk: Clerk) =>
      shop.site.ask('POST', `/api/office/events/${id}/publish`, {
        as: clerk,
        body: { acknowledged: ['same_hall', 'sunday', 'bank_holiday'] },
      })
    const begun = [
      () => Promise.all(clerks.map(change)),
      () => Promise.all(clerks.map(publish)),
      () =>
        Promise.all(
          members.map((member, m) =>
            untilPublished(() => book(shop.site, member, draft, m % 2 ? '10:00' : '11:20')),
          ),
        ),
    ] as const
    // Who comes first takes turns.
    const answers = new Map<number, Answer[]>()
    const order = n % 2 ? [2, 0, 1] : [2, 1, 0]
    await Promise.all(
      order.map(async (which) => answers.set(which, (await begun[which]?.()) ?? [])),
    )
    const [changes = [], published = [], bookings = []] = [0, 1, 2].map((one) => answers.get(one))

    const broken = [
      ...unlikely(published, ['200']),
      ...unlikely(changes, ['200', 'changed_meanwhile']),
      ...unlikely(bookings, ['201', 'slot_taken']),
    ]
    const won = changes.filter(({ status }) => status === 200)
    if (won.length > 1) broken.push(`${won.length} changes were made from one version`)
    const url = `/api/office/events/${id}`
    const { body: after } = await shop.site.ask('GET', url, { as: ground.office })
    const wanted = won[0]?.body ?? { event_name: draft.event_name, slot_plan: PLAN }
    const places = planSlots(DATE, wanted.slot_plan).reduce((sum, slot) => sum + slot.places, 0)
    const stored = [after.state, after.version, after.event_name, after.total_spaces]
    const expected = ['published', 2 + won.length, wanted.event_name, places]
    if (String(stored) !== String(expected)) broken.push(`stored ${stored}, not ${expected}`)
    const booked = bookings.filter(({ status }) => status === 201).length
    // The first plan has a place at each of the two times, the other has two at the first.
    if (booked !== 2) broken.push(`${booked} were booked, not 2`)
    return { booked, broken }
  },

  'clerks change the price, members pay': async ({ shop, clerks }) => {
    const event = await shop.site.event({ pricePence: 2500, paymentRequired: true })
    const { event_id: id } = event
    const members = await consentingMembers(shop.site, PAYERS + 1, [event])
    const changePrice = async (version: number, price: number) => {
      const changes = await Promise.all(
        clerks.map((clerk, n) => put(shop, clerk, `events/${id}`, { version, price: price + n })),
      )
      const won = changes.filter(({ status }) => status === 200)
      if (won.length !== 1) broken.push(`${won.length} changes were made from one version`)
      broken.push(...unlikely(changes, ['200', 'changed_meanwhile']))
      return won[0]?.body.price as number
    }
    const broken: string[] = []
    const payers = members.slice(0, PAYERS)
    const [second, ...first] = await Promise.all([
      changePrice(1, 3000),
      ...payers.map((member, n) => shop.order(member, event, TIMES[n])),
    ])
    const last = members[PAYERS]
    if (!last) throw new Error('no member was made')
    const orders = [...first, await shop.order(last, event, TIMES[PAYERS])]
    broken.push(...unlikely(orders, ['201', '200']))
    const ids = orders.map(({ body }) => String(body.id))
    for (const order of ids) await shop.approve(order)
    const [, ...captures] = await Promise.all([
      changePrice(2, 4000),
      ...ids.map((order, n) => shop.capture(members[n] ?? last, order)),
    ])
    broken.push(...unlikely(captures, ['201']))
    for (const [n, order] of ids.entries()) {
      const taken = (await shop.moneyOf(order)).taken.map(({ pence }) => pence)
      const [row] = await shop.rows(`select p.amount_pence, a.price_pence from payments p
        left join appointments a on a.id = p.appointment_id where p.order_id = '${order}'`)
      const [amount, ...others] = [row?.amount_pence, row?.price_pence, ...taken].map(Number)
      if (others.length !== 2 || others.some((pence) => pence !== amount))
        broken.push(`asked for ${amount}, booked and taken at ${others}`)
      const inForce = n < PAYERS ? [2500, second] : [second]
      if (!inForce.includes(Number(amount))) broken.push(`${amount} was no price then`)
    }
    return { booked: captures.filter(({ status }) => status === 201).length, broken }
  },
} satisfies Record<string, (ground: Ground) => Promise<Outcome>>

export const RACES_OF_EVENTS = Object.keys(races).filter(
  (name): name is RaceOfEvents => name in races,
)

const TIMES = ['10:00', '10:20', '10:40', '11:00', '11:20']

async function openGround(without: Protection[]): Promise<Omit<Ground, 'n'>> {
  const shop = await openCardShop()
  await shop.holdEvents()
  const clerks = await staffMany(shop.site, CLERKS)
  const office = await shop.site.staff(['office'])
  const labId = (await shop.site.lab({ requiresNhsNumber: false })) ?? 0
  const { body } = await shop.site.ask('GET', '/api/office/products', { as: office })
  for (const protection of without) await dropProtection(shop.site.owner, protection)
  return { shop, clerks, office, labId, productId: body.data[0].product_id }
}

async function addReadyDraft({ shop, office, labId, productId, n }: Ground): Promise<number> {
  const { status, body } = await shop.site.ask('POST', '/api/office/events', {
    as: office,
    body: {
      event_name: `Screening ${n}`,
      event_date: DATE,
      slot_plan: PLAN,
      product_id: productId,
      lab_id: labId,
      payment_required: false,
      host_name: 'Leeds Lions',
      host_phone: '0113 496 0000',
      address_line1: 'Town Hall',
      city: 'Leeds',
      postcode: 'LS1 3AD',
      latitude: 53.8,
      longitude: -1.55,
    },
  })
  if (status !== 201) throw new Error(`the draft was refused: ${body.code}`)
  return body.event_id
}

/** A draft is no event to members. */
async function untilPublished(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 404) return answer
  }
}

function put({ site }: CardShop, as: Clerk, path: string, body: object): Promise<Answer> {
  return site.ask('PUT', `/api/office/${path}`, { as, body })
}

/** Answers whose status or code is not `expected`. */
function unlikely(answers: Answer[], expected: string[]): string[] {
  return answers
    .filter(
      ({ status, body }) => !expected.some((one) => one === `${status}` || one === body?.code),
    )
    .map(({ status, body }) => `answered ${status} ${body?.code}`)
}
