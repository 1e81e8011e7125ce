import type { VENUE_FACTS } from '../../domain/venue-facts.ts'
import type { NewEvent } from '../events/create-event.ts'

type Facts = Pick<NewEvent, (typeof VENUE_FACTS)[keyof typeof VENUE_FACTS]['column']>

const CAR_PARK =
  'There is a pay car park 3 minutes’ walk away. There are two Blue Badge spaces by the door.'
const RAMP = 'There is a ramp to the side door. The test is on the ground floor.'
const LIFT =
  'Step-free access from the street. There is a lift to the first floor, where the test is.'
const LOOP = 'There is one at the desk. Ask a volunteer to switch it on.'
const TRAIN = 'The station is 10 minutes’ walk away. Buses stop outside.'

/** Made up, by town; of other towns nothing is known. */
const BY_TOWN: Record<string, Facts> = {
  Braintree: { parking: CAR_PARK },
  'Bury St Edmunds': { parking: CAR_PARK, stepFreeAccess: RAMP, publicTransport: TRAIN },
  Cambridge: { stepFreeAccess: LIFT, publicTransport: TRAIN },
  Chelmsford: all(RAMP),
  Colchester: all(LIFT),
  Ipswich: all(RAMP),
  Leeds: all(LIFT),
  Norwich: {
    stepFreeAccess:
      'There are three steps at the door and no ramp. Call us to find a different event.',
  },
  York: { hearingLoop: LOOP, publicTransport: TRAIN },
}

export function demoVenueFacts(town: string): Facts {
  return BY_TOWN[town] ?? {}
}

function all(stepFreeAccess: string): Facts {
  return { parking: CAR_PARK, stepFreeAccess, hearingLoop: LOOP, publicTransport: TRAIN }
}
