import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PickerLegend } from './picker-legend.tsx'

test('taken times can be hidden only where there are any', () => {
  const legend = (hasTaken: boolean) =>
    renderToStaticMarkup(
      <PickerLegend hasTaken={hasTaken} hideTaken={false} onChange={() => undefined} />,
    )
  expect(legend(true)).toContain('Hide taken times')
  expect(legend(false)).not.toMatch(/taken/i)
  expect(legend(false)).toContain('Your choice')
})
