// Rules with a part of them removed: each is a fault that the lives of the model must find.
import { RULES, type Rules } from './rules.ts'

const {
  attendanceOf,
  holdsOf,
  isLetterHeld,
  judgeNumber,
  matchRow,
  mayDecide,
  mayTell,
  moneyOf,
  replacedReport,
  stateAfterReview,
} = RULES

type Hold = ReturnType<typeof holdsOf>[number]['kind']

const withoutHold = (kind: Hold): Partial<Rules> => ({
  holdsOf: (facts) => holdsOf(facts).filter((hold) => hold.kind !== kind),
})
type LetterFacts = Parameters<typeof isLetterHeld>[0]
const lettersBlindTo = (facts: Partial<LetterFacts>): Partial<Rules> => ({
  isLetterHeld: (letter) => isLetterHeld({ ...letter, ...facts }),
})
type Payments = Parameters<typeof moneyOf>[0]['payments']
const moneyBlindTo = (without: (payment: Payments[number]) => object): Partial<Rules> => ({
  moneyOf: (records) =>
    moneyOf({
      ...records,
      payments: records.payments.map((payment) => ({ ...payment, ...without(payment) })),
    }),
})

/** By the rule that is missing. */
export const TWINS: Record<string, Partial<Rules>> = {
  'an undo names the sample that it takes back': {
    attendanceOf: (actions) =>
      attendanceOf(
        actions.map((one) =>
          one.type === 'undo' ? { ...one, undoes: firstSample(actions) } : one,
        ),
      ),
  },
  'a tube that was taken back never matches by itself': {
    matchRow: (row, candidates) => matchRow(row, { ...candidates, byUndoneTube: [] }),
  },
  'a row without a tube waits when a sample was undone': {
    matchRow: (row, candidates) => matchRow(row, eachOf(candidates, { undone: [] })),
  },
  'a row waits while two tubes stand': {
    matchRow: (row, candidates) => matchRow(row, eachOf(candidates, { areAllTheirs: true })),
  },
  'a person may not give a row to whom it fits worse': {
    mayDecide: (row, one) => mayDecide(row, one),
  },
  'a row is not given to an appointment without a sample': {
    mayDecide: (row, one, others) => mayDecide(row, { ...one, isSampled: true }, others),
  },
  'a sample that falls holds its result': withoutHold('sample_undone'),
  'two samples hold their result': withoutHold('two_samples'),
  'a withdrawn consent holds the result': withoutHold('consent_withdrawn'),
  'a death holds the result': withoutHold('died'),
  'a merge holds the results of the record that went': withoutHold('merged'),
  'a naming ends with the parting': { isNamingStanding: () => true },
  'an erasure waits for what is under way': { mayErase: () => true },
  'a record that is part of another reads nothing': { recordOf: () => ({ state: 'one' }) },
  'what only the GP was given stays so when it is taken back': { isToldOfTakeBack: () => true },
  'nothing is sent to an erased record': {
    mayTell: (facts, subject) => mayTell({ ...facts, erasedAt: null }, subject),
  },
  'red needs two': {
    stateAfterReview: (reviews) => stateAfterReview(reviews.map((one) => ({ ...one, band: null }))),
    lacksSecond: () => false,
  },
  'red needs two by the history of the report': {
    stateAfterReview: (reviews) =>
      stateAfterReview(reviews.filter(({ report }) => report === reviews.at(-1)?.report)),
    lacksSecond: () => false,
  },
  'the second reader decides blindly': { isBlindReader: () => false },
  'a release is taken back by two': { whyNotConfirmTakeBack: () => null },
  'a report replaces only one of the same member': {
    replacedReport: (row, of) =>
      replacedReport(row, {
        ...of,
        known: of.known.map((one) => ({ ...one, memberId: of.appointment.memberId })),
      }),
  },
  'a withdrawal is of a report that there is': {
    judgeNumber: (row, of) => judgeNumber({ ...row, status: 'final' }, { ...of, known: [] }),
  },
  'a result whose sample falls is a task': { needsTask: () => false },
  'nothing is sent to the dead': {
    mayTell: (facts, subject) => mayTell({ ...facts, diedAt: null }, subject),
  },
  'who wants no contact gets no letter': {
    mayTell: (facts, subject) => mayTell({ ...facts, wantsContact: 'all' }, subject),
  },
  'letters stop when the laboratory corrects': lettersBlindTo({
    isReportedAgain: false,
    isReplaced: false,
  }),
  'letters stop when the sample falls': lettersBlindTo({ samples: 1, hasOpenTask: false }),
  'letters stop after a death': lettersBlindTo({ mayBeTold: true, hasOpenTask: false }),
  'who has come is neither cancelled nor moved': { whyNotChange: () => null },
  'a number that somebody typed hides nothing of another': {
    isWithheld: ({ isFromLaboratory, numberInDoubtSince }) =>
      !isFromLaboratory && numberInDoubtSince !== null,
  },
  'what was refunded is not refunded again': moneyBlindTo(() => ({ refunds: [] })),
  'a refund that failed is owed still': moneyBlindTo(({ refunds }) => ({
    refunds: refunds.map((one) => ({ ...one, state: one.state === 'failed' ? 'done' : one.state })),
  })),
  'a disputed payment is not refunded by card': moneyBlindTo(() => ({ dispute: 'none' })),
  'money taken at the venue is paid back by hand': moneyBlindTo(() => ({ way: 'card' })),
}

type Candidates = Parameters<typeof matchRow>[1]
function eachOf(
  { byTube, byUndoneTube, byNhsNumber, byBirthDate }: Candidates,
  change: Partial<NonNullable<Candidates['byTube']>>,
): Candidates {
  const changed = (among: Candidates['byNhsNumber']) => among.map((one) => ({ ...one, ...change }))
  return {
    byTube: byTube && { ...byTube, ...change },
    byUndoneTube: byUndoneTube ?? [],
    byNhsNumber: changed(byNhsNumber),
    byBirthDate: changed(byBirthDate),
  }
}

function firstSample(actions: Parameters<typeof attendanceOf>[0]): string | null {
  return actions.find(({ type }) => type === 'sample')?.id ?? null
}
