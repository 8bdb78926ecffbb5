import { mkdir } from 'node:fs/promises'
import type { Pool } from 'pg'
import { exportToFile, exportToFolder } from '#scripts/audit/export-log.ts'
import { runCommand, UsageError } from '#scripts/command-line.ts'
import { progressBar } from '#scripts/progress-bar.ts'
import { withDatabase } from '#scripts/script-database.ts'
import { FEATURES } from '#server/features/index.ts'

const LINE = {
  usage: 'npm run export:log -- DIR|FILE.gz [--from POSITION] [--full]',
  about:
    'Writes the log up to its newest checkpoint for an auditor, without texts that people wrote; --full\n' +
    'includes them. An export to a folder continues after its last file; with --from, a file starts at\n' +
    'that position.',
  words: { least: 1, most: 1 },
  options: { from: { type: 'string' }, full: { type: 'boolean', default: false } },
} as const

await runCommand(LINE, async ({ words: [to = ''], values: { from, full: isFull } }) => {
  const asked = { to, isFull, after: startOf(to, from) }
  await withDatabase((pool) => exportTo(pool, asked))
})

interface Asked {
  readonly to: string
  readonly isFull: boolean
  readonly after: number
}

async function exportTo(pool: Pool, { to, after, isFull }: Asked): Promise<void> {
  const bar = progressBar('  exporting')
  const options = {
    catalog: FEATURES.catalog,
    isFull,
    onProgress: (position: number, until: number) => bar(BigInt(position), BigInt(until)),
  }
  const isFile = to.endsWith('.gz')
  if (!isFile) await mkdir(to, { recursive: true })
  const last = isFile
    ? await exportToFile(pool, to, { ...options, after })
    : await exportToFolder(pool, to, options)
  process.stdout.write(`${to} holds the log up to position ${last}.\n`)
}

/** The position after which a file begins. */
function startOf(to: string, from: string | undefined): number {
  if (from === undefined) return 0
  if (!to.endsWith('.gz')) {
    throw new UsageError('--from needs a file: a folder is continued after its last file.', LINE)
  }
  if (!/^[1-9]\d{0,14}$/.test(from)) {
    throw new UsageError('--from takes the first position to export, such as 1.', LINE)
  }
  return Number(from) - 1
}
