import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { ProofReport } from '#scripts/verify-proof/proof-kind.ts'
import { checkProof, isProved } from '#scripts/verify-proof/proof-kinds.ts'

/**
 * `npm run verify:proof -- FILE [--vkey KEY]`: checks an exported proof without a server; fails unless
 * every check is good.
 */
const USAGE = 'npm run verify:proof -- FILE [--vkey KEY]'

try {
  const { file, vkey } = readArguments()
  const report = await checkProof(await readFile(file, 'utf8'), vkey)
  process.stdout.write(textOf(report))
  if (!isProved(report)) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
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

function readArguments() {
  const { positionals, values } = parsed()
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new Error(`Name one file.\n${USAGE}`)
  return { file, vkey: values.vkey }
}

function parsed() {
  try {
    return parseArgs({ allowPositionals: true, options: { vkey: { type: 'string' } } })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`)
  }
}
