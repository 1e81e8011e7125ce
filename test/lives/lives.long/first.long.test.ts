import { testPart } from '../part-of-lives.ts'

testPart(0)
