import type { Slots } from '../../../domain/contract.ts'
import type { OfficeEvent } from '../../../domain/office/event-shapes.ts'
import { planSlots } from '../../../domain/office/slot-plan.ts'
import { longDate } from '../../../domain/uk-time.ts'

export type TimeChoice = { value: string; label: string }

/**
 * The times that staff can try, in order. `free` has those that visitors see, null when it is not
 * known. A time that is not free may still have a place kept back, so it is left out only when the
 * event keeps none.
 */
export function timesToChoose(
  event: Pick<OfficeEvent, 'event_date' | 'slot_plan'>,
  { free, now }: { free: Slots | null; now: Date },
): TimeChoice[] {
  const { event_date: eventDate, slot_plan: plan } = event
  return planSlots(eventDate, plan)
    .filter(({ startsAt }) => startsAt > now)
    .flatMap(({ date, time }) => {
      const isFree = free === null || free[date]?.availableTimeSlots.includes(time) === true
      if (!isFree && plan.kept_back === 0) return []
      const day = date === eventDate ? '' : ` on ${longDate(date)}`
      const kept = isFree ? '' : ': only if a place is kept back'
      return [{ value: `${date} ${time}`, label: `${time}${day}${kept}` }]
    })
}

export function timeOf(value: string): { date: string; time: string } {
  const [date = '', time = ''] = value.split(' ')
  return { date, time }
}
