import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../server/main.ts')

export interface Ended {
  readonly code: number | null
  readonly said: string
}

/** The server as a process of its own, with what it said and how it ended. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly open: Promise<void>
  readonly ended: Promise<Ended>
}

export function startServerProcess(environment: Readonly<Record<string, string>>): ServerProcess {
  const child = spawn(process.execPath, [MAIN], {
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
