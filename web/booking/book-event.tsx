export function meta() {
  return [{ title: 'Choose a time – CHAPS' }]
}

export default function Screen() {
  return <h1>Choose a time</h1>
}
