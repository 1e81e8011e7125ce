// The bands of a result as parts of a ruler, 320 by 56 each. Patterns tell them apart without
// colour; they carry no number, as the clinician or the laboratory assigns the band.
import { C } from './kit.mjs'

const BANDS = {
  green: {
    ground: '#E5F3EA',
    ink: '#1B6B3A',
    pattern: (ink) => `<circle cx="8" cy="8" r="2.2" fill="${ink}"/>`,
  },
  amber: {
    ground: '#FFF3DB',
    ink: '#8A5200',
    pattern: (ink) => `<path d="M-4 4 4-4M0 16 16 0M12 20l8-8" stroke="${ink}" stroke-width="2"/>`,
  },
  red: {
    ground: '#FCEBE9',
    ink: '#B3261E',
    pattern: (ink) =>
      `<path d="M0 16 16 0M-4 4 4-4M12 20l8-8M0 0 16 16M12-4l8 8M-4 12l8 8" stroke="${ink}" stroke-width="1.6"/>`,
  },
}
const TICKS = 10

/** One part of the ruler; `pin` marks the part that contains the result. */
export function band(name, { pin = false } = {}) {
  const { ground, ink, pattern } = BANDS[name]
  const ticks = Array.from(
    { length: TICKS },
    (_, i) => `M${16 + i * 32} 55V${i % 5 === 2 ? 43 : 49}`,
  )
  const marker = pin
    ? `<path d="M160 42 148 22a13.500 13.500 0 1 1 24 0Z" fill="${C.n900}"/><circle cx="160" cy="16" r="4.500" fill="${C.paper}"/>`
    : ''
  return `<defs><pattern id="p" width="16" height="16" patternUnits="userSpaceOnUse">${pattern(ink)}</pattern></defs><path d="M0 20H320V56H0Z" fill="${ground}"/><path d="M0 20H320V56H0Z" fill="url(#p)" opacity=".75"/><path d="M1 20V55H319V20Z" fill="none" stroke="${C.n900}" stroke-width="2"/><path d="${ticks.join('')}" stroke="${C.n900}" stroke-width="2"/>${marker}`
}
