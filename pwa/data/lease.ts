import { db } from './db.ts'

/** Long enough for a slow timer in a background tab, short enough to outlive a killed one. */
const LEASE_MS = 15_000
const RENEW_MS = 5_000
const RETRY_MS = 250

/** Stands in for Web Locks where the browser has none: a row that expires unless renewed. */
export async function withLease<T>(
  name: string,
  work: (waited: boolean) => Promise<T>,
): Promise<T> {
  const holder = crypto.randomUUID()
  let waited = false
  while (!(await take(name, holder))) {
    waited = true
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
  const renewal = setInterval(() => void take(name, holder), RENEW_MS)
  try {
    return await work(waited)
  } finally {
    clearInterval(renewal)
    await db.leases
      .where({ name })
      .and((lease) => lease.holder === holder)
      .delete()
  }
}

function take(name: string, holder: string): Promise<boolean> {
  return db.transaction('rw', db.leases, async () => {
    const lease = await db.leases.get(name)
    const now = Date.now()
    const isFree = lease === undefined || lease.holder === holder || lease.untilMs <= now
    if (!isFree) return false
    await db.leases.put({ name, holder, untilMs: now + LEASE_MS })
    return true
  })
}
