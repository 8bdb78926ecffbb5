import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string
}

/** The version of this release; with the commit if the sources are a repository. */
export const VERSION = [version, ...commit()].join('+')

function commit(): string[] {
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
    return [
      execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: ROOT, stdio })
        .toString()
        .trim(),
    ]
  } catch {
    return []
  }
}
