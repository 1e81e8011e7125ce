// Sample quotes: the specification gives none.

export type Testimonial = {
  content: string
  name?: string
  role?: string
  sign?: 'hall' | 'lodge' | 'works'
}

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    content:
      'We had never run anything medical before. CHAPS sent a plan, a plain leaflet and a team who put every man at ease. One hundred and twelve came through our doors in an evening, and most stayed on for a cup of tea. Three of our own members had letters asking them to see their GP, and one has since been treated. We are booking again for the autumn, and this time we have asked two neighbouring villages to join us.',
    name: 'Community association',
    role: 'Essex',
    sign: 'hall',
  },
  {
    content:
      'The day ran to time from the first appointment to the last. Brethren who had put off asking their doctor for years came because a friend was coming too. The nurses were kind and quick, and the results arrived when we were told they would. What struck us most was the talk afterwards: men comparing notes about their health, perhaps for the first time. We have put it in the calendar for every spring.',
    name: 'Masonic lodge',
    role: 'Suffolk',
    sign: 'lodge',
  },
  {
    content:
      'Forty-six of our staff were seen in a single morning, in a meeting room, without anybody leaving site. The booking pages were clear, even for colleagues who do not use a computer at work. The charity was careful to say what the test can and cannot tell you, and gave everyone a number to ring. Our safety team now wants the session every two years, with the talk open to partners as well.',
    name: 'Manufacturing firm',
    role: 'Cambridgeshire',
    sign: 'works',
  },
]
