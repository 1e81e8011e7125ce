import outline from './outline.json'

/** Coasts of the United Kingdom, Ireland and the Isle of Man: rings of [latitude, longitude]. */
export function islands(): [number, number][][] {
  return outline.map(pointsOf)
}

/** Decodes a ring of draw-outline.mjs: steps in thousandths of a degree, longitude first. */
function pointsOf(steps: readonly number[]): [number, number][] {
  const points: [number, number][] = []
  let [x, y] = [0, 0]
  for (let n = 0; n + 1 < steps.length; n += 2) {
    x += steps[n] ?? 0
    y += steps[n + 1] ?? 0
    points.push([y / 1000, x / 1000])
  }
  return points
}
