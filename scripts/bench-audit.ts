import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportToFolder } from '#scripts/audit/export-log.ts'
import { withBenchDatabase } from '#scripts/bench/bench-database.ts'
import type { BenchOptions } from '#scripts/bench/bench-options.ts'
import { judge, show } from '#scripts/bench/judge.ts'
import { makeStaff } from '#scripts/bench/users.ts'
import { EVENTS_PER_USER, loadWorld } from '#scripts/bench-back-office/load-world.ts'
import { progressBar } from '#scripts/progress-bar.ts'
import { signersOf } from '#server/features/signed-log/log-signer.ts'
import { signCheckpoint } from '#server/features/signed-log/sign-checkpoint.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'

const MOST_S_PER_MILLION = 60

/** How long an auditor's command takes, including the export that it reads. */
export async function benchAudit({ users }: BenchOptions): Promise<void> {
  const events = users * EVENTS_PER_USER
  console.log(`\nThe audit of ${events.toLocaleString('en')} events`)
  const folder = await mkdtemp(join(tmpdir(), 'bench-audit-'))
  try {
    await withBenchDatabase((url) => exportWorld(url, folder, users))
    const started = performance.now()
    const audit = spawn(
      process.execPath,
      [join(import.meta.dirname, 'audit.ts'), '--log', folder],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const [code] = await once(audit, 'exit')
    if (code !== 0) throw new Error('the audit found a fault')
    const seconds = (performance.now() - started) / 1_000
    show('audit, s', seconds)
    judge('  for 1,000,000 events, s', (seconds / events) * 1_000_000, { most: MOST_S_PER_MILLION })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function exportWorld(url: string, folder: string, users: number): Promise<void> {
  const services = await openServices(loadConfig({ NODE_ENV: 'test' }), url)
  try {
    const staff = (await makeStaff(services)).map(({ userId }) => userId)
    const bar = progressBar('  loading')
    await loadWorld({ ...services, staff, users, nowMs: services.clock.now() }, (done) =>
      bar(done, BigInt(users * EVENTS_PER_USER)),
    )
    const signing = performance.now()
    await signCheckpoint(services, signersOf(services.config))
    show('folding the tree and signing it, s', (performance.now() - signing) / 1_000)
    const started = performance.now()
    await exportToFolder(services.pool, folder, { catalog: services.catalog, isFull: false })
    show('export, s', (performance.now() - started) / 1_000)
    show('  size, MB', (await bytesIn(folder)) / 1_000_000)
  } finally {
    await services.close()
  }
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
