/** In degrees (WGS 84). */
export type Pin = { latitude: number; longitude: number }

// Around Great Britain and Northern Ireland with the isles, some kilometres off the coasts and the
// border: [latitude, longitude], clockwise from the Scilly Isles.
const AROUND: readonly (readonly [number, number])[] = [
  [49.7, -6.7],
  [51.2, -5.7],
  [52.3, -5.8],
  [53.7, -5.2],
  [53.9, -5.6],
  [54, -6.5],
  [54.05, -7.7],
  [54.4, -8.3],
  [54.85, -7.9],
  [55.1, -7.4],
  [55.6, -6.9],
  [56.7, -8],
  [57.8, -8.9],
  [59.2, -6.5],
  [61, -2.5],
  [61, -0.4],
  [58, -1.3],
  [55.5, -1.1],
  [53.9, 0.4],
  [53.1, 1.1],
  [52.9, 2],
  [51.4, 1.8],
  [51.05, 1.5],
  [50.5, 0.4],
  [50.4, -1.5],
  [49.9, -3.6],
]

/** Roughly: a swapped, foreign or mistyped pin is outside. */
export function isInUk({ latitude, longitude }: Pin): boolean {
  const crossed = AROUND.filter(([fromLatitude, fromLongitude], n) => {
    const [toLatitude, toLongitude] = AROUND[(n + 1) % AROUND.length] ?? [0, 0]
    if (fromLatitude > latitude === toLatitude > latitude) return false
    const share = (latitude - fromLatitude) / (toLatitude - fromLatitude)
    return longitude < fromLongitude + share * (toLongitude - fromLongitude)
  })
  return crossed.length % 2 === 1
}
