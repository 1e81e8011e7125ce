/** Who did something, as the copy of one's data says it; null for what happens by itself. */
export function whoIs(actorUserId: string | null, userId: string): string {
  if (actorUserId === null) return 'this website'
  return actorUserId === userId ? 'you' : 'our staff'
}
