import type { Day, DayAction } from '../../domain/office/day-schemas.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import type { CardShop } from './card-shop.ts'
import type { TestMember } from './test-app.ts'
import { pressOf } from './walk-ins.ts'

type Staff = Awaited<ReturnType<CardShop['site']['staff']>>

/** Appointments that are paid by link, by the office or at the door of `shop`. */
export function moneyDay(shop: CardShop) {
  const { site } = shop
  const post = (url: string, as: Staff, body: object) =>
    site.ask('POST', url, { as, body, headers: { 'idempotency-key': crypto.randomUUID() } })

  async function bookedBy(clerk: Staff, payment: 'due' | 'at_venue' = 'due') {
    const { event, member } = await shop.memberAndEvent()
    const { body } = await post('/api/office/appointments', clerk, {
      member_id: member.id,
      event_id: event.event_id,
      date: event.event_date,
      time: '10:00',
      payment,
      reason: 'rang us',
    })
    return { member, event, id: body.appointment.appointment_id as number }
  }

  /** The key of a new payment link. */
  async function linkOf(clerk: Staff, { id, member }: { id: number; member: TestMember }) {
    await post(`/api/office/appointments/${id}/payment-links`, clerk, { by: 'mail' })
    await shop.mailsTo(member)
    const mail = site.mails.findLast(
      ({ to, text }) => to === member.email && text.includes('#pay='),
    )
    return /#pay=([\w-]{22})/.exec(mail?.text ?? '')?.[1] ?? ''
  }

  /** Pays by a link with the card; the id of the order. */
  async function payByLink(key: string, card: { name?: string } = {}): Promise<string> {
    const { body } = await site.ask('POST', '/api/payments/link/orders', { body: { key } })
    await shop.approve(body.id, card)
    await site.ask('POST', '/api/payments/link/capture', { body: { key, order_id: body.id } })
    return body.id
  }

  /** Somebody at the door of the event, on its day at nine. */
  async function doorOf(event: { event_id: number; event_date: string }) {
    site.moveTo(ukInstant(event.event_date, '09:00'))
    const clerk = await site.staff(['office', 'treasurer'])
    const { event_id: eventId } = event
    const as = await site.staff(['venue'], { eventIds: [eventId], leads: [eventId] })
    const day = async (): Promise<Day> =>
      (await site.ask('GET', `/api/office/days/${eventId}`, { as })).body
    const personOf = async (id: number) =>
      (await day()).people.find(({ appointment_id }) => appointment_id === id)
    const press = async (type: DayAction['type'], about: Partial<DayAction>) => {
      const action = pressOf(type, site.deps.now(), about)
      const url = `/api/office/days/${eventId}/actions`
      const { body } = await site.ask('POST', url, { as, body: { actions: [action] } })
      return { id: action.id, ...body.results?.[0] } as { id: string; status: string; code: string }
    }
    return { day, personOf, press, staff: as, clerk }
  }

  return { bookedBy, linkOf, payByLink, doorOf, post }
}
