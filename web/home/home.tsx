export function meta() {
  return [{ title: 'Advocacy for Men’s Health – CHAPS' }]
}

export default function Screen() {
  return <h1>Advocacy for Men’s Health</h1>
}
