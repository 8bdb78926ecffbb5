import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = [
  'pwa',
  'shared',
  'scripts/build',
  'scripts/languages',
  'vite.config.ts',
  'package-lock.json',
]

/** Whether dist/ is older than any of its sources. */
export function isPwaStale(): boolean {
  const built = join(ROOT, 'dist', 'index.html')
  if (!existsSync(built)) return true
  return (
    Math.max(...SOURCES.map((source) => newestIn(join(ROOT, source)))) > statSync(built).mtimeMs
  )
}

/** Vite runs in a separate process, so that its memory is freed when the build ends. */
export async function buildPwa(): Promise<void> {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: ROOT,
    })
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string }
    throw new Error(`The app could not be built.\n${stdout}${stderr}`)
  }
}

function newestIn(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  const inside = readdirSync(path).map((name) => newestIn(join(path, name)))
  return Math.max(mtimeMs, ...inside)
}
