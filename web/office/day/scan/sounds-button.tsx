import { useState } from 'react'
import { TextButton } from '../../../ui/button.tsx'
import { areSoundsOn, playTone, turnSounds } from './sounds.ts'

export function SoundsButton() {
  const [isOn, setOn] = useState(areSoundsOn)
  function turn() {
    turnSounds(!isOn)
    setOn(!isOn)
    playTone('good')
  }
  return (
    <TextButton onClick={turn}>{isOn ? 'Turn the sounds off' : 'Turn the sounds on'}</TextButton>
  )
}
