import { useEffect } from 'react'
import { watchLog } from '#pwa/data/watch-log.ts'
import { useSession } from './use-session.ts'

/** Lets this device watch the signed log while a user is signed in. */
export function useLogWatch(): void {
  const { user } = useSession()
  const userId = user?.userId
  useEffect(() => (userId === undefined ? undefined : watchLog()), [userId])
}
