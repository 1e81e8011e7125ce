export function meta() {
  return [{ title: 'Sign up – CHAPS' }]
}

export default function Screen() {
  return <h1>Sign up</h1>
}
