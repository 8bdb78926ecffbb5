import { base64 } from '@scure/base'
import { sidesOf } from '#server/ledger/replay-balances.ts'
import { trialBalance } from '#server/ledger/trial-balance.ts'
import { AUDIT_CHECKS } from './audit-fault.ts'
import type { AuditReport } from './run-audit.ts'

interface ReportFacts {
  readonly log: string
  readonly earlier: readonly string[]
  readonly vkey: string | undefined
  readonly at: Date
  readonly seconds: number
  readonly version: string
}

/** How many of the events with withheld parts the auditor should ask the operator to disclose. */
const SAMPLES = 5

/** The report to be signed by the auditor: what was checked, and what was found. */
export function reportText(report: AuditReport, facts: ReportFacts): string {
  const { newest, events, withheld } = report
  return [
    'Audit of a log',
    '',
    `  export      ${facts.log}`,
    `  log         ${newest.origin}`,
    `  audited at  ${facts.at.toISOString()}, in ${facts.seconds.toFixed(1)} s, by version ${facts.version}`,
    '',
    'Result: no fault.',
    '',
    'Checked',
    ...checkedLines(facts),
    '',
    'Counted',
    `  ${events} events in ${report.streams} streams, ${report.transfers} transfers`,
    `  ${events - withheld} hashes of events recomputed, ${withheld} taken from the export`,
    `  ${report.backwards} events with an earlier time than the previous event, for example after a clock was set back`,
    `  ${report.checkpoints} signed checkpoints, the newest of ${newest.size} events`,
    `  root ${base64.encode(newest.root)}`,
    ...report.summaries.map((summary) => `  ${summary}`),
    '',
    'Balances at the end: users together, and each account of the house',
    ...balanceLines(report),
    '',
    'Not checked',
    ...notCheckedLines(report, facts),
    '',
    'Name ______________________  Date ______________  Signature ______________________',
    '',
  ].join('\n')
}

function checkedLines({ earlier }: ReportFacts): string[] {
  const isChecked = (check: string) => check !== 'earlier checkpoint' || earlier.length > 0
  return Object.entries(AUDIT_CHECKS).flatMap(([check, meaning]) =>
    isChecked(check) ? `  ${meaning}` : [],
  )
}

function balanceLines({ balances }: AuditReport): string[] {
  const sides = sidesOf(balances)
  return trialBalance(sides, sides).map(
    ({ symbol, account, log }) => `  ${symbol.padEnd(6)} ${account.padEnd(12)} ${log.padStart(28)}`,
  )
}

function notCheckedLines(report: AuditReport, { earlier, vkey }: ReportFacts): string[] {
  const { withheld, newest } = report
  const samples = Array.from(
    { length: Math.min(SAMPLES, newest.size) },
    // Chosen by the root, which could not be known while the events were recorded.
    (_, at) => 1 + (Buffer.from(newest.root).readUIntBE(at * 6, 6) % newest.size),
  )
  return [
    '  recorded prices, signatures of staff, and what the platform holds outside this log',
    '  the roots of liabilities: each user checks their own leaves',
    ...(vkey === undefined ? ['  who owns the keys: give the one you know with --vkey'] : []),
    ...(earlier.length === 0
      ? ['  that the log continues one seen before: give it with --from']
      : []),
    ...(withheld > 0
      ? [
          `  the content of ${withheld} events of which parts are withheld. Ask for the proofs of some,`,
          `  such as those at or behind ${samples.join(', ')}, and check them with verify:proof`,
        ]
      : []),
  ]
}
