import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createServer } from 'vite'
import { runCommand } from '#scripts/command-line.ts'
import { startEmbeddedPostgres } from '#scripts/postgres/embedded-postgres.ts'
import { explainFault } from '#server/platform/startup-error.ts'

// Vite serves the app from its sources and passes API calls on to the
// server, which restarts whenever its code changes. This process owns PostgreSQL and Vite, so a
// restart of the server waits for neither.

const ROOT = join(import.meta.dirname, '..')
const WATCH = ['server', 'shared'].map((folder) => `--watch-path=${join(ROOT, folder)}`)

const LINE = {
  usage: 'npm run dev',
  about:
    'Serves the app and the API with live reload, and the component gallery at /gallery.\n' +
    'PORT, DATA_DIR and DATABASE_URL are as for npm start.',
}

await runCommand(LINE, async () => {
  try {
    await develop()
    console.log(`\nReady in ${process.uptime().toFixed(1)} s`)
  } catch (error) {
    // What was started before the fault would keep the process alive.
    console.error(explainFault(error, undefined) ?? error)
    process.exit(1)
  }
})

/** Returns once the app and the API respond. */
async function develop(): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = process.env
  const [vite, postgres] = await Promise.all([
    createServer({ configFile: join(ROOT, 'vite.config.ts') }),
    DATABASE_URL ? undefined : startEmbeddedPostgres(DATA_DIR || '.data'),
  ])
  await vite.listen()
  // The app is opened at Vite's address, so links in mails and the allowed origin use it.
  const PUBLIC_URL = new URL(vite.resolvedUrls?.local[0] ?? '').origin
  const args = ['--watch', '--watch-preserve-output', ...WATCH, 'scripts/dev-server.ts']
  const server = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PUBLIC_URL, NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'), ...process.env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // In a separate process group: Ctrl-C reaches only this process, which stops the server once.
    detached: true,
  })
  server.stdout.pipe(process.stdout)
  // Vite would exit as soon as it has closed, before the server has.
  process.removeAllListeners('SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => server.kill())
  once(server, 'exit').then(async () => {
    await vite.close()
    await postgres?.stop()
    process.exit()
  })
  await new Promise<void>((open) => {
    server.stdout.on('data', (text) => String(text).includes('Open http') && open())
  })
}
