export { CHARITY_NAME } from '../domain/charity-name.ts'
export const POWERED_BY = 'Example Health Technology'

/**
 * The people, supporters and accounts of this content are invented, and pages that show them say
 * so once. False when the charity has put in its own (content/README.md).
 */
export const SAMPLE_PEOPLE: boolean = true
