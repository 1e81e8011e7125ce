// How the men of the simulated year answer the question after a red result, at six weeks and at six
// months; those without mail and mobile get no link.
import type { FollowUpRound } from '../../../domain/follow-up.ts'
import { isDead } from './men.ts'
import { call, count, forAll, takeDue, type World } from './world.ts'

const SOMETHING = [
  'gp_seen',
  'mri',
  'biopsy',
  'diagnosis',
  'treatment',
  'repeat_test_done',
] as const

/** By the links that came; a second press changes nothing. */
export async function answerFollowUps(world: World): Promise<void> {
  await forAll(takeDue(world.followUps, world.day), async ({ man, key }) => {
    if (isDead(world, man)) return
    const round: FollowUpRound = man.linksFollowed === 0 ? 'six_weeks' : 'six_months'
    man.linksFollowed += 1
    const wish = man.followUps[round]
    if (wish === 'ignores') return count(world, 'follow-up ignored')
    const outcome =
      wish === 'answers'
        ? man.random.pick([...SOMETHING])
        : wish === 'nothing done'
          ? 'nothing_done'
          : 'will_not_say'
    const body = { key, outcome, on: null }
    const { body: opened } = await call(world, ['POST', '/api/follow-up'], { body: { key } })
    const { body: after } = await call(world, ['POST', '/api/follow-up/answer'], { body })
    await call(world, ['POST', '/api/follow-up/answer'], { body })
    if (opened.state === 'open' && after.state !== 'answered')
      throw new Error(`a follow-up was ${after.state} after its answer`)
    count(world, `follow-up ${opened.state}: ${wish}`)
  })
}
