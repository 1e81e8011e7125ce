export function meta() {
  return [{ title: 'Reset Password – CHAPS' }]
}

export default function Screen() {
  return <h1>Reset Password</h1>
}
