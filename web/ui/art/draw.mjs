// Draws every picture of the site into the .svg files beside this one, which are committed:
//   node web/ui/art/draw.mjs
// The pages show them as files, so that no drawing travels as JavaScript.
import { writeFileSync } from 'node:fs'
import { row } from './busts.mjs'
import { narrowHero, wideHero } from './hero.mjs'
import { picture } from './kit.mjs'
import { halls, litDoor, quietHall, signpost } from './scenes.mjs'
import { steps } from './steps.mjs'

const drawings = {
  'hero-wide': picture(1440, 760, wideHero()),
  'hero-narrow': picture(780, 820, narrowHero()),
  'men-eight': picture(1056, 166, row(0, 8)),
  'men-first': picture(528, 166, row(0, 4)),
  'men-last': picture(528, 166, row(4, 8)),
  'step-arrive': picture(200, 150, steps[0]),
  'step-questions': picture(200, 150, steps[1]),
  'step-sample': picture(200, 150, steps[2]),
  'step-result': picture(200, 150, steps[3]),
  'lit-door': picture(560, 560, litDoor()),
  signpost: picture(560, 420, signpost()),
  'quiet-hall': picture(280, 150, quietHall()),
  'halls-wide': picture(680, 72, halls(20, 2)),
  'halls-narrow': picture(340, 148, halls(10, 4)),
}

for (const [name, svg] of Object.entries(drawings)) {
  writeFileSync(new URL(`${name}.svg`, import.meta.url), smallNumbers(svg))
}

function smallNumbers(svg) {
  return svg
    .replace(/(\.\d*?)0+(?=[^\d])/g, (_, kept) => (kept === '.' ? '' : kept))
    .replace(/\s*\n\s+/g, '')
}
