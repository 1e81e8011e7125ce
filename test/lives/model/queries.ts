// What the server asks in SQL, said again for the model. That these say the same as the queries is
// proven by the lives over HTTP (test/lives/lives.ts), not here.

/** server/facts/standing-letters.queries.ts: whether a letter that waits stays where it is. */
export function isLetterHeld(letter: {
  isReplaced: boolean
  /** A later report of the laboratory waits for its release. */
  isReportedAgain: boolean
  /** Samples that stand at the appointment; null before any was taken. */
  samples: number | null
  areDeclared: boolean
  /** A clinician said that the result stands although its sample does not. */
  isSaidToStand: boolean
  /** A person has still to choose about the sample, the consent or the result. */
  hasOpenTask: boolean
  mayBeTold: boolean
  isWithheld: boolean
}): boolean {
  const { samples, areDeclared, isSaidToStand } = letter
  const isClear = samples === null || samples === 1 || (samples > 1 && areDeclared)
  return (
    letter.isReplaced ||
    letter.isReportedAgain ||
    !(isClear || isSaidToStand) ||
    letter.hasOpenTask ||
    !letter.mayBeTold ||
    letter.isWithheld
  )
}

/**
 * server/members/identity/withheld.queries.ts: a result that was moved in after its member gave a
 * number that another record with results had; the other record's stay shown.
 */
export function isWithheld(result: {
  isFromLaboratory: boolean
  recordedAt: Date
  /** When the member of the result gave a number that another record had; null for the first to have it. */
  numberInDoubtSince: Date | null
}): boolean {
  const { isFromLaboratory, recordedAt, numberInDoubtSince: since } = result
  return !isFromLaboratory && since !== null && since <= recordedAt
}

/** server/facts/readers.queries.ts: whether the kept record still reads a result that was named for it. */
export function isNamingStanding(naming: { isPart: boolean; isPartedSince: boolean }): boolean {
  return naming.isPart && !naming.isPartedSince
}

/** server/records/erasure/under-way.queries.ts: whether nothing is under way, or a clinician signed for it. */
export function mayErase(person: {
  hasSampleAtLab: boolean
  hasUnreleased: boolean
  hasOpenTakeBack: boolean
  isSigned: boolean
}): boolean {
  const { hasSampleAtLab, hasUnreleased, hasOpenTakeBack, isSigned } = person
  return isSigned || !(hasSampleAtLab || hasUnreleased || hasOpenTakeBack)
}

/** server/results/review/take-back-release.ts: whether the member reads that a result was taken back. */
export function isToldOfTakeBack(of: { isForGpOnly: boolean; wasRung: boolean }): boolean {
  return !of.isForGpOnly || of.wasRung
}

/** server/tasks/samples.queries.ts: whether a report or a result needs a person after a press. */
export function needsTask(report: { isTubeUndone: boolean; isDoubtful: boolean }): boolean {
  return report.isTubeUndone || report.isDoubtful
}
