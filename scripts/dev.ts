import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

// What `npm run dev` does: the server starts again at each change of its code, and Vite serves the
// app from its sources on port 5173, handing calls of the API on to the server.

const ROOT = join(import.meta.dirname, '..')
const WATCHED = ['server', 'shared'].flatMap((folder) => ['--watch-path', join(ROOT, folder)])

const children = [
  run('--watch-preserve-output', ...WATCHED, 'scripts/dev-server.ts'),
  run('node_modules/vite/bin/vite.js', '--clearScreen', 'false'),
]

for (const child of children) child.on('exit', end)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)

function run(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
}

/** The one without the other is of no use. */
function end(): void {
  for (const child of children) child.kill('SIGTERM')
}
