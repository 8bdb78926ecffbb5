import { readFile } from 'node:fs/promises'
import { runCommand } from '#scripts/command-line.ts'
import type { ProofReport } from '#scripts/verify-proof/proof-kind.ts'
import { checkProof, isProved } from '#scripts/verify-proof/proof-kinds.ts'
import { StartupError } from '#server/platform/startup-error.ts'

const LINE = {
  usage: 'npm run verify:proof -- FILE [--vkey KEY]',
  about:
    'Checks an exported proof without a server; fails unless every check passes. --vkey names the key of\n' +
    'the log.',
  words: { least: 1, most: 1 },
  options: { vkey: { type: 'string' } },
} as const

await runCommand(LINE, async ({ words: [file = ''], values: { vkey } }) => {
  const report = await readable(async () => checkProof(await readFile(file, 'utf8'), vkey))
  process.stdout.write(textOf(report))
  if (!isProved(report)) process.exitCode = 1
})

/** A fault of the file or the key is reported in one line. */
async function readable<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}

function textOf(report: ProofReport): string {
  const { title, facts, checks, vkey, isKeyNamed } = report
  return [
    title,
    ...facts.map(([label, value]) => `  ${label.padEnd(12)} ${value}`),
    ...checks.map(({ name, isGood }) => `  ${isGood ? 'yes' : 'NO '}  ${name}`),
    `  ${'Key'.padEnd(12)} ${vkey}`,
    ...(isKeyNamed ? [] : ['  The file names this key: compare it with the one that you know.']),
    isProved(report) ? 'Proved.' : 'NOT proved.',
    '',
  ].join('\n')
}
