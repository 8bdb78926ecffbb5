import { listActivity } from '#shared/contract/activity.ts'
import { parseUnits, type Units } from '#shared/money.ts'
import { call } from '../api-client.ts'
import { db } from '../db.ts'
import { keepFor } from '../local-data.ts'

const PAGE = 200

/**
 * What a user had right after a position: every line of their activity up to it, added up on this
 * device. It continues where the last sum ended. It does not depend on the statement being checked.
 *
 * Units  1e-8 of each symbol, available and frozen together
 */
export async function balancesAt(userId: string, position: string): Promise<Map<string, Units>> {
  const known = await db.ownBalances.get(userId)
  const isUsable = known !== undefined && BigInt(known.position) <= BigInt(position)
  const since = isUsable ? known : undefined
  const held = new Map(since?.held)
  const after = BigInt(since?.position ?? 0)
  let before: string | null = String(BigInt(position) + 1n)
  while (before !== null) {
    const page: ActivityPage = await readPage(userId, before)
    const isNew = (line: ActivityPage['lines'][number]) => BigInt(line.position) > after
    for (const { symbol, amount } of page.lines.filter(isNew)) {
      held.set(symbol, (held.get(symbol) ?? 0n) + parseUnits(amount))
    }
    before = page.lines.every(isNew) ? page.next : null
  }
  await keepFor(db.ownBalances, { userId, position, held })
  return held
}

type ActivityPage = Awaited<ReturnType<typeof readPage>>

function readPage(userId: string, before: string) {
  return call(listActivity, { params: { userId }, query: { limit: PAGE, before } })
}
