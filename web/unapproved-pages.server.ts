import { UNAPPROVED_ARTICLES } from './hub/articles.server.ts'
import { UNAPPROVED_POLICIES } from './policies/read-policy.server.ts'

/** Paths of the pages whose medical or legal text nobody has ever approved (decision 99). */
export const unapprovedPages: readonly string[] = [...UNAPPROVED_ARTICLES, ...UNAPPROVED_POLICIES]
