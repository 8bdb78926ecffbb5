import { makeStatement } from '#server/features/liabilities/make-statement.ts'
import { systemClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/new-id.ts'

// Counts what is owed in the database of the first argument, under the master key of the second. What it
// took is sent to the process that started it.

export interface LiabilitiesResult {
  readonly statementId: string
  readonly leaves: readonly { symbol: string; leaves: number }[]
  readonly seconds: number
  /** Of this process and its threads, without PostgreSQL. */
  readonly cpuS: number
  readonly megabytes: number
}

const [databaseUrl = '', masterKey = ''] = process.argv.slice(2)
const config = { masterKeys: [Buffer.from(masterKey, 'base64')] as const }
const statementId = newId(systemClock)
const started = performance.now()
const { assets } = await makeStatement(
  { databaseUrl, config },
  { statementId, stopping: new AbortController().signal },
  () => {},
)
const seconds = (performance.now() - started) / 1_000
const { user, system } = process.cpuUsage()
const result: LiabilitiesResult = {
  statementId,
  leaves: assets.map(({ symbol, leaves }) => ({ symbol, leaves })),
  seconds,
  cpuS: (user + system) / 1_000_000,
  megabytes: process.resourceUsage().maxRSS / 1_024,
}
process.send?.(result)
