import { withDatabase } from '#scripts/script-database.ts'
import { AGGREGATES } from '#server/aggregates.ts'
import { LedgerFault } from '#server/ledger/ledger-fault.ts'
import { verifyLedger } from '#server/ledger/verify-ledger.ts'

/** `npm run verify:ledger`: proves the ledger, or names its first fault and fails. */
await withDatabase(async (pool) => {
  const started = performance.now()
  try {
    const { events, streams, transfers, accounts } = await verifyLedger(pool, AGGREGATES)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    process.stdout.write(
      [
        `The ledger is sound (${seconds} s).`,
        `  ${events} events, their positions without a gap`,
        `  ${streams} streams: versions without a gap, hash chains unbroken, documents = fold`,
        `  ${transfers} transfers, each what its event means; every asset sums to zero`,
        `  ${accounts} accounts: no user below zero after any event, balances and journal = replay`,
        '  every frozen amount is held by open items that name it',
        '',
      ].join('\n'),
    )
  } catch (error) {
    if (!(error instanceof LedgerFault)) throw error
    process.stderr.write(`The ledger is not sound: ${error.message}\n`)
    process.exitCode = 1
  }
})
