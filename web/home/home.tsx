import { eventStart, isUpcoming } from '../../domain/events.ts'
import { get } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/home.ts'
import { About } from './about.tsx'
import { EightMen } from './eight-men.tsx'
import { Hero } from './hero.tsx'
import { ScreeningSteps } from './screening-steps.tsx'
import { ShortFacts } from './short-facts.tsx'
import { Testimonials } from './testimonials.tsx'
import { Upcoming } from './upcoming.tsx'

const TICKETS = 3

/** The next three events and the moment that their labels are true for (UTC, ISO). */
export async function loader({ context }: Route.LoaderArgs) {
  const { events } = await get(context, 'GET /api/events', { query: { date: 'future-events' } })
  const now = new Date()
  const upcoming = events
    .filter((event) => isUpcoming(event, now))
    .sort((a, b) => eventStart(a).getTime() - eventStart(b).getTime())
  return { events: upcoming.slice(0, TICKETS), now: now.toISOString() }
}

export function meta() {
  return pageMeta({
    title: 'PSA screening for men of 40 to 80',
    description:
      'A charity that campaigns for accessible prostate screening and brings the PSA blood test to halls, lodges and workplaces across the UK.',
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <ShortFacts />
      <About />
      <EightMen />
      <ScreeningSteps />
      <Upcoming events={loaderData.events} now={new Date(loaderData.now)} />
      <Testimonials />
    </>
  )
}
