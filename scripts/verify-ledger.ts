import type { Pool } from 'pg'
import { runCommand } from '#scripts/command-line.ts'
import { withDatabase } from '#scripts/script-database.ts'
import { inspectWith } from '#server/ledger/verify-ledger.ts'
import { withCheckThreads } from '#server/verify-threads.ts'

const LINE = {
  usage: 'npm run verify:ledger',
  about:
    'Checks the log: hash chains, zero sums, balances, signatures; fails with the first fault of each\n' +
    'check. A run that was interrupted within the last day is resumed.',
}

await runCommand(LINE, () => withDatabase((pool, { url }) => verify(pool, url)))

async function verify(pool: Pool, databaseUrl: string): Promise<void> {
  const started = performance.now()
  const { events, streams, transfers, accounts, faults } = await withCheckThreads(
    { databaseUrl, withPrices: true },
    (checker) => inspectWith(pool, checker, { name: 'verify:ledger' }),
  )
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  if (faults.length > 0) {
    const lines = faults.map(
      ({ check, fault, more }) => `  ${check}: ${fault}${more > 0 ? ` (and ${more} more)` : ''}\n`,
    )
    process.stderr.write(`The ledger is not sound:\n${lines.join('')}`)
    process.exitCode = 1
    return
  }
  process.stdout.write(
    [
      `The ledger is sound (${seconds} s).`,
      `  ${events} events, their positions without a gap`,
      `  ${streams} streams: versions without a gap, hash chains unbroken, documents match their events`,
      `  ${transfers} transfers, each matches its event; every asset sums to zero`,
      `  ${accounts} accounts: no user below zero after any event, balances and journal match a replay`,
      '  the log tree and every signed checkpoint match these events',
      '  every frozen amount is held by open items that name it',
      '  every large approval by staff who have a passkey is signed with it',
      '',
    ].join('\n'),
  )
}
