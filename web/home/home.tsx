import { data } from 'react-router'
import { eventLabel, isUpcoming } from '../../domain/events.ts'
import { isRefusal } from '../api.ts'
import { readEvents } from '../events/read-events.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/home.ts'
import { About } from './about.tsx'
import { EightMen } from './eight-men.tsx'
import { Hero } from './hero.tsx'
import { ScreeningSteps } from './screening-steps.tsx'
import { ShortFacts } from './short-facts.tsx'
import { Testimonials } from './testimonials.tsx'
import { type NextEvents, Upcoming } from './upcoming.tsx'

const TICKETS = 6

/** When the events cannot be loaded the page still renders, with status 503. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return { upcoming: await nextEvents(context) }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return data({ upcoming: null }, 503)
  }
}

/** The page renders before the events arrive. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const upcoming = serverLoader().then(
    ({ upcoming }) => upcoming,
    () => null,
  )
  return { upcoming }
}

async function nextEvents(context: Route.LoaderArgs['context']): Promise<NextEvents> {
  const { events, total } = await readEvents(context, { date: 'future-events', page: 1 })
  const now = new Date()
  const upcoming = events.filter((event) => isUpcoming(event, now))
  // Those that have begun come first, so this page has them all.
  const count = total - (events.length - upcoming.length)
  const open = upcoming.filter((event) => eventLabel(event, now) === 'BOOK')
  const shown = open.length > 0 ? open : upcoming
  return { events: shown.slice(0, TICKETS), count, now: now.getTime() }
}

export function meta() {
  return pageMeta({
    title: 'PSA screening for men aged 40 to 80',
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
      <Upcoming next={loaderData.upcoming} />
      <Testimonials />
    </>
  )
}
