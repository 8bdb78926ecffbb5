import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { AuditFault } from '#scripts/audit/audit-fault.ts'
import { EVENT_CHECKS } from '#scripts/audit/event-checks.ts'
import { openExport } from '#scripts/audit/read-export.ts'
import { reportText } from '#scripts/audit/report.ts'
import { runAudit } from '#scripts/audit/run-audit.ts'
import { VERSION } from '#scripts/version.ts'
import { parseCheckpoint } from '#shared/proofs/checkpoint.ts'
import { MalformedNote, parseKey, parseNote } from '#shared/proofs/signed-note.ts'

/**
 * `npm run audit -- --log URL|DIR|FILE [--from CHECKPOINT]… [--vkey KEY]`: audits an export of the log
 * and prints a report; fails with the first fault.
 */
const USAGE = 'npm run audit -- --log URL|DIR|FILE [--from CHECKPOINT]… [--vkey KEY]'

try {
  const { log, earlier, vkey } = readArguments()
  const started = performance.now()
  const heads = await Promise.all(earlier.map(headIn))
  const paths = await openExport(log)
  const report = await runAudit(paths, {
    earlier: heads,
    vkey,
    checks: EVENT_CHECKS.map((check) => check()),
  })
  const seconds = (performance.now() - started) / 1_000
  const facts = { log, earlier, vkey, seconds, at: new Date(), version: VERSION }
  process.stdout.write(reportText(report, facts))
} catch (error) {
  process.stderr.write(`${said(error)}\n`)
  process.exitCode = 1
}

function said(error: unknown): string {
  if (error instanceof AuditFault)
    return `The audit found a fault.\n${error.check}: ${error.message}`
  if (error instanceof MalformedNote || (error as NodeJS.ErrnoException).code === 'ENOENT')
    return (error as Error).message
  return error instanceof Error ? `${error.message}\n${USAGE}` : String(error)
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      log: { type: 'string' },
      from: { type: 'string', multiple: true, default: [] },
      vkey: { type: 'string' },
    },
  })
  const { log, from: earlier, vkey } = values
  if (log === undefined) throw new Error('Name the export by --log.')
  if (vkey !== undefined) parseKey(vkey)
  return { log, earlier, vkey }
}

/** The tree of a checkpoint that the auditor kept and trusts, by any key. */
async function headIn(path: string) {
  return parseCheckpoint(parseNote(await readFile(path, 'utf8')))
}
