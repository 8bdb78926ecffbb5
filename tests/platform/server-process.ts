import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export interface Ended {
  readonly code: number | null
  readonly said: string
}

/** A server in its own process, with its output and exit code. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly open: Promise<void>
  readonly ended: Promise<Ended>
}

/** @param program `scripts/dev-server.ts` brings its own PostgreSQL, `server/main.ts` needs one */
export function startServerProcess(
  environment: Readonly<Record<string, string>>,
  program = 'server/main.ts',
): ServerProcess {
  const child = spawn(process.execPath, [join(ROOT, program)], {
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const open = new Promise<void>((resolve) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Open http')) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
  })
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, said }))
  })
  return { child, open, ended }
}
