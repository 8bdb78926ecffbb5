import { readFile } from 'node:fs/promises'
import { AuditFault } from '#scripts/audit/audit-fault.ts'
import { EVENT_CHECKS } from '#scripts/audit/event-checks.ts'
import { openExport } from '#scripts/audit/read-export.ts'
import { reportText } from '#scripts/audit/report.ts'
import { runAudit } from '#scripts/audit/run-audit.ts'
import { runCommand, UsageError } from '#scripts/command-line.ts'
import { VERSION } from '#scripts/version.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { parseCheckpoint } from '#shared/proofs/checkpoint.ts'
import { MalformedNote, parseKey, parseNote } from '#shared/proofs/signed-note.ts'

const LINE = {
  usage: 'npm run audit -- --log URL|DIR|FILE [--from CHECKPOINT]… [--vkey KEY]',
  about:
    'Audits an export of the log and prints a report to sign; fails with the first fault. --from compares\n' +
    'with a checkpoint seen before, --vkey names the key of the log.',
  options: {
    log: { type: 'string' },
    from: { type: 'string', multiple: true, default: [] as string[] },
    vkey: { type: 'string' },
  },
} as const

await runCommand(LINE, async ({ values: { log, from: earlier, vkey } }) => {
  if (log === undefined) throw new UsageError('Give the export with --log.', LINE)
  try {
    await audit({ log, earlier, vkey })
  } catch (error) {
    throw explained(error)
  }
})

interface Asked {
  readonly log: string
  readonly earlier: readonly string[]
  readonly vkey: string | undefined
}

async function audit({ log, earlier, vkey }: Asked): Promise<void> {
  if (vkey !== undefined) parseKey(vkey)
  const started = performance.now()
  const heads = await Promise.all(earlier.map(headIn))
  const opened = await openExport(log)
  const checks = EVENT_CHECKS.map((check) => check())
  const report = await runAudit(opened.paths, { earlier: heads, vkey, checks }).finally(() =>
    opened.close(),
  )
  const seconds = (performance.now() - started) / 1_000
  const facts = { log, earlier, vkey, seconds, at: new Date(), version: VERSION }
  process.stdout.write(reportText(report, facts))
}

/** Errors that an auditor can act on are shown as one line: faults of the log or of a file. */
function explained(error: unknown): unknown {
  if (error instanceof AuditFault) {
    return new StartupError(`The audit found a fault.\n${error.check}: ${error.message}`)
  }
  if (error instanceof MalformedNote) return new StartupError(error.message)
  const { message, cause, code } = error as NodeJS.ErrnoException
  const reason = cause instanceof Error ? `: ${cause.message}` : ''
  return code === undefined && reason === '' ? error : new StartupError(`${message}${reason}`)
}

/** The tree head of a checkpoint that the auditor kept and trusts, signed by any key. */
async function headIn(path: string) {
  return parseCheckpoint(parseNote(await readFile(path, 'utf8')))
}
