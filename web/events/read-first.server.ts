/** On the server, to keep these words out of the bundle. */
export const READ_FIRST = [
  { words: 'Register first. ', strong: 'Registering does not book a place.' },
  { words: 'You are not booked until you get a confirmation email.' },
  { words: 'Use your full first names, as on your passport or driving licence.' },
  { words: 'Check your name and date of birth.' },
  { words: 'Your NHS number must be 10 digits.' },
]
