export function placeOfMerged(sealId: string): string {
  return `member_merges|sealed|${sealId}`
}
