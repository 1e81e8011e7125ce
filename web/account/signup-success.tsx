export function meta() {
  return [{ title: 'Signup Successful! – CHAPS' }]
}

export default function Screen() {
  return <h1>Signup Successful!</h1>
}
