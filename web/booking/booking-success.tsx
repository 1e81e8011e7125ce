export function meta() {
  return [{ title: 'Booking confirmed – CHAPS' }]
}

export default function Screen() {
  return <h1>Booking confirmed</h1>
}
