import { useQueryFor } from '#pwa/data/use-query-for.ts'
import { currentUser } from '#shared/contract/auth.ts'

/** Picture links hold for at least four minutes. */
const LINK_MS = 4 * 60_000

/** The signed-in user as the server describes them. */
export function useOwnUser() {
  return useQueryFor(currentUser, {}, { pollMs: LINK_MS })
}
