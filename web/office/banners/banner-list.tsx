import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { BannerState } from '../../../domain/banners.ts'
import {
  BANNER_PLACE_LABELS,
  BANNER_TONE_LABELS,
  type Banner,
} from '../../../domain/office/banners.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { read } from '../api.ts'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'

const STATES: Record<BannerState, { label: string; tone: 'good' | 'none' }> = {
  planned: { label: 'Planned', tone: 'none' },
  shown: { label: 'Shown now', tone: 'good' },
  over: { label: 'Over', tone: 'none' },
}

export async function loader({ request }: LoaderFunctionArgs): Promise<Banner[]> {
  return (await read('GET /api/office/banners', { signal: request.signal })).data
}

export function Component() {
  const banners = useLoaderData<Banner[]>()
  return (
    <OfficePage
      title="Banners"
      lede="A banner is a line at the top of the pages, for example ‘Tonight in Witham is cancelled because of snow’. Everybody sees it within two seconds. For the pages of one event, open the event and press ‘Add a banner’."
      actions={<ButtonLink to="/banners/new">New banner</ButtonLink>}
    >
      {banners.length === 0 ? (
        <p>There has been no banner yet.</p>
      ) : (
        <DataTable
          caption="Banners"
          hideCaption
          rows={banners}
          rowKey={({ id }) => id}
          columns={[
            {
              label: 'Words',
              cell: ({ id, words }) => <Link to={`/banners/${id}`}>{words}</Link>,
            },
            {
              label: 'State',
              cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
            },
            { label: 'Where', cell: placeInWords },
            { label: 'Kind', cell: ({ tone }) => BANNER_TONE_LABELS[tone] },
            { label: 'From', cell: ({ shown_from }) => momentInWords(new Date(shown_from)) },
            { label: 'Until', cell: ({ shown_until }) => momentInWords(new Date(shown_until)) },
            { label: 'Changed by', cell: ({ changed_by }) => changed_by },
          ]}
        />
      )}
    </OfficePage>
  )
}

function placeInWords({ place, event_name }: Banner): string {
  return event_name ?? BANNER_PLACE_LABELS[place]
}
