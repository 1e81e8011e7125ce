export function meta() {
  return [{ title: 'Upcoming events – CHAPS' }]
}

export default function Screen() {
  return <h1>Upcoming events</h1>
}
