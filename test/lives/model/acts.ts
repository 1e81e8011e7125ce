// What people do in a life of the model, each at random; what the rules refuse leaves nothing behind.
import { type Act, about, said } from './choose.ts'
import * as clinic from './clinic.ts'
import * as door from './door-acts.ts'
import { postLetters, sendNotices } from './leaving.ts'
import { retryRefund, sendRefunds } from './office.ts'
import * as persons from './person-acts.ts'
import {
  asksTakeBack,
  chooses,
  decides,
  onReport,
  plainly,
  reports,
  reviews,
  reviewsAgain,
  takesBackFromGp,
} from './report-acts.ts'
import type { World } from './state.ts'

/** How often an act is tried before a day, at its door, and when the laboratory has samples. */
type Weights = [before: number, atTheDoor: number, afterwards: number]

const BEFORE_RELEASE = ['ready', 'ring first']

export const ACTS: { weights: Weights; act: Act }[] = [
  { weights: [12, 1, 1], act: door.books },
  { weights: [2, 2, 1], act: about(door.cancels) },
  { weights: [2, 2, 1], act: about(door.moves) },
  { weights: [0, 5, 1], act: about(door.arrives) },
  { weights: [0, 12, 1], act: about(door.givesBlood) },
  { weights: [0, 1, 0], act: about(door.givesNone) },
  { weights: [0, 4, 3], act: door.undoes },
  { weights: [0, 2, 1], act: about(door.declares) },
  { weights: [0, 2, 12], act: reports },
  { weights: [0, 1, 6], act: decides },
  { weights: [0, 1, 10], act: onReport(['review'], reviews) },
  { weights: [0, 1, 10], act: onReport(['second'], reviewsAgain) },
  { weights: [0, 0, 2], act: plainly([], clinic.sendBack, 'is sent back') },
  { weights: [0, 0, 4], act: plainly(['ring first'], clinic.ring, 'is told by telephone') },
  { weights: [0, 1, 12], act: plainly(BEFORE_RELEASE, clinic.release, 'is released') },
  { weights: [0, 0, 2], act: plainly([], clinic.takeOff, 'is taken off the sample') },
  { weights: [0, 0, 3], act: onReport([], chooses) },
  { weights: [0, 0, 3], act: plainly(['released'], clinic.letStand, 'is said to stand') },
  { weights: [0, 0, 3], act: onReport(['released'], asksTakeBack) },
  { weights: [0, 0, 4], act: plainly(['released'], clinic.confirmTakeBack, 'is taken back') },
  { weights: [0, 0, 2], act: takesBackFromGp },
  { weights: [0, 1, 5], act: (world) => said(postLetters(world), 'The letters are posted') },
  { weights: [1, 1, 5], act: always(sendNotices, 'The rounds run') },
  { weights: [1, 1, 1], act: persons.withdraws },
  { weights: [0.4, 0.4, 1], act: persons.dies },
  { weights: [0.3, 0.3, 1], act: persons.lives },
  { weights: [0.3, 0.3, 0.5], act: persons.wantsLess },
  { weights: [0.5, 0.5, 1], act: persons.typesNumber },
  { weights: [0.4, 0.6, 2], act: persons.merges },
  { weights: [0, 0.6, 2], act: persons.parts },
  { weights: [0.2, 0.3, 1.5], act: persons.isNamed },
  { weights: [0, 0, 3], act: plainly([], clinic.saySamePerson, 'is said to be of this person') },
  { weights: [0.4, 0.4, 0.6], act: persons.claims },
  { weights: [0.2, 0.2, 0.6], act: persons.isErased },
  { weights: [0.3, 0.3, 0.2], act: door.dayIsCancelled },
  { weights: [0, 2, 0], act: about(door.pays) },
  { weights: [1, 1, 1], act: about(door.isRefunded) },
  { weights: [0.5, 0.5, 0.5], act: door.refundFails },
  { weights: [1, 1, 1], act: always(sendRefunds, 'The refunds are sent') },
  { weights: [0.5, 0.5, 0.5], act: (world) => said(retryRefund(world), 'A refund is made again') },
  { weights: [0.6, 0.6, 0.6], act: about(door.disputes) },
]

function always(act: (world: World) => void, words: string): Act {
  return (world) => {
    act(world)
    return `${words}.`
  }
}
