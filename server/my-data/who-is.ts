export function whoIs(actorUserId: string | null, userId: string): string {
  if (actorUserId === null) return 'this website'
  return actorUserId === userId ? 'you' : 'our staff'
}
