import { makeStatement, type StatementOrder } from '#server/features/liabilities/make-statement.ts'
import type { StatementMessage } from '#server/features/liabilities/statement-process.ts'
import type { MasterKeys } from '#server/platform/cipher.ts'

// Makes the statement of liabilities that the server requests, then exits. Also exits with the
// server.

const send = (message: StatementMessage) => void process.send?.(message)

process.once('message', async ({ masterKeys, ...order }: StatementOrder) => {
  const keys = masterKeys.map((key) => Buffer.from(key)) as [
    Buffer,
    ...Buffer[],
  ] satisfies MasterKeys
  try {
    const counted = await makeStatement({ ...order, masterKeys: keys }, (...progress) =>
      send({ progress }),
    )
    send({ counted, cost: cost() })
  } catch (error) {
    send({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  process.disconnect()
})

process.once('disconnect', () => process.exit())

function cost() {
  const { user, system } = process.cpuUsage()
  return { cpuS: (user + system) / 1_000_000, megabytes: process.resourceUsage().maxRSS / 1_024 }
}
