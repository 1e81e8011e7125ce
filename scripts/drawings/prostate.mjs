// The prostate from the front, 760 by 520, not to scale. The page adds the labels in its own
// font.
import { C } from './kit.mjs'

const BEIGE_LINE = '#b7a98a'
const LOBE_LINE = '#6f95c4'

export const prostate = () =>
  `<g transform="translate(60 0)">${field}${body}${ureters}${bladder}${vesicles}${gland}${floor}</g>`

const field = `<path d="M-60 0H700V520H-60Z" fill="${C.s100}"/><g fill="none" stroke="${C.s300}" stroke-width="1.1" opacity=".9">${rings(40, 300)}${rings(610, 130)}</g>`

const body = `<path d="M156 0C152 80 126 148 130 222 136 300 226 372 246 520H394C414 372 504 300 510 222 514 148 488 80 484 0Z" fill="${C.paper}"/><path d="M156 0C152 80 126 148 130 222 136 300 226 372 246 520M484 0C488 80 514 148 510 222 504 300 414 372 394 520" fill="none" stroke="${C.s500}" stroke-width="2"/>`

const ureters = `<path d="M238 0C232 50 226 84 244 120M402 0C408 50 414 84 396 120" fill="none" stroke="${C.s400}" stroke-width="9" stroke-linecap="round"/>`

export const bladder = `<path d="M320 60C404 60 430 116 424 170 420 214 378 246 344 262H296C262 246 220 214 216 170 210 116 236 60 320 60Z" fill="${C.s300}"/><path d="M320 76C392 76 414 122 408 166 404 202 366 230 338 246H302C274 230 236 202 232 166 226 122 248 76 320 76Z" fill="${C.s200}"/><path d="M246 150C270 142 300 160 330 150 358 142 380 156 398 150 402 200 366 226 338 246H302C276 230 246 204 246 150Z" fill="${C.s400}" opacity=".55"/>`

export const vesicles = `<path d="M280 262C250 236 222 238 196 252 214 262 240 282 276 284ZM360 262C390 236 418 238 444 252 426 262 400 282 364 284Z" fill="${C.sand2}" stroke="${BEIGE_LINE}" stroke-width="2"/><path d="M216 253C236 256 252 264 268 274M424 253C404 256 388 264 372 274" stroke="${BEIGE_LINE}" stroke-width="2" fill="none" stroke-dasharray="2 5" stroke-linecap="round"/>`

export const gland = `<path d="M320 254C372 244 408 272 402 318 396 360 350 386 320 388 290 386 244 360 238 318 232 272 268 244 320 254Z" fill="${C.n700}"/><path d="M320 254C372 244 408 272 402 318 396 360 350 386 320 388 352 350 352 292 320 254Z" fill="${C.n950}" opacity=".25"/><path d="M262 292C262 322 276 346 298 362M276 284C276 312 286 334 302 348" stroke="${LOBE_LINE}" stroke-width="1.8" fill="none" opacity=".7" stroke-linecap="round"/><path d="M320 238V520" stroke="${C.paper}" stroke-width="17"/><path d="M320 238V520" stroke="${C.ochre}" stroke-width="11"/>`

const floor = `<path d="M250 402C272 396 296 398 310 402M390 402C368 396 344 398 330 402" stroke="${C.s600}" stroke-width="8" stroke-linecap="round" fill="none"/>`

function rings(x, y) {
  return [30, 62, 98, 138, 182, 232]
    .map((size) => `<ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.8}"/>`)
    .join('')
}
