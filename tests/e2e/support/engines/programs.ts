import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'

const LOOK_MS = 50

/** Waits until a program responds over HTTP. */
export function untilAnswers(url: string): Promise<void> {
  return until(async () => (await fetch(url)).ok)
}

/** Waits until a program listens. */
export function untilListens(port: number): Promise<void> {
  return until(async () => {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return true
    } finally {
      socket.destroy()
    }
  })
}

async function until(isReady: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + WAIT_MS_MAX
  while (!(await isReady().catch(() => false))) {
    if (performance.now() > endMs) throw new Error('the browser did not start')
    await sleep(LOOK_MS)
  }
}

/** Ends a program and waits for it. */
export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

/** A virtual screen, which WebKitGTK needs. It takes the first free display number. */
export async function openDisplay(): Promise<{ name: string; close: () => Promise<void> }> {
  const screen = ['-screen', '0', '1700x1300x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { name: `:${number.toString().trim()}`, close: () => stopped(server) }
}
