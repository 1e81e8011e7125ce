import type { NewEvent } from '../events/create-event.ts'

type Facts = Pick<NewEvent, 'parking' | 'stepFreeAccess' | 'hearingLoop' | 'publicTransport'>

const CAR_PARK = 'A pay car park is 3 minutes away on foot. Two blue badge spaces are at the door.'
const RAMP = 'A ramp leads to the side door. The test is on the ground floor.'
const LIFT = 'Step-free from the street. A lift goes to the first floor, where the test is.'
const LOOP = 'There is one at the desk. Ask a volunteer to switch it on.'
const TRAIN = 'The station is 10 minutes away on foot. Buses stop outside.'

/** Made up, by town; of other towns nothing is known. */
const BY_TOWN: Record<string, Facts> = {
  Braintree: { parking: CAR_PARK },
  'Bury St Edmunds': { parking: CAR_PARK, stepFreeAccess: RAMP, publicTransport: TRAIN },
  Cambridge: { stepFreeAccess: LIFT, publicTransport: TRAIN },
  Chelmsford: all(RAMP),
  Colchester: all(LIFT),
  Ipswich: all(RAMP),
  Leeds: all(LIFT),
  Norwich: { stepFreeAccess: 'Three steps at the door, without a ramp. Ring us for another day.' },
  York: { hearingLoop: LOOP, publicTransport: TRAIN },
}

export function demoVenueFacts(town: string): Facts {
  return BY_TOWN[town] ?? {}
}

function all(stepFreeAccess: string): Facts {
  return { parking: CAR_PARK, stepFreeAccess, hearingLoop: LOOP, publicTransport: TRAIN }
}
