export function meta() {
  return [{ title: 'Login – CHAPS' }]
}

export default function Screen() {
  return <h1>Login</h1>
}
