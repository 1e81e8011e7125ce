import { Notice } from '../ui/notice.tsx'

export function ReadFirst() {
  return (
    <Notice tone="warn" title="Important Please Read">
      <ol>
        <li>
          Register first. <b>Registering does not book a place.</b>
        </li>
        <li>You are booked when the confirmation email comes.</li>
        <li>Use your full first names, as on your passport or driving licence.</li>
        <li>Check your name and date of birth.</li>
        <li>Your NHS number must be 10 digits.</li>
      </ol>
    </Notice>
  )
}
