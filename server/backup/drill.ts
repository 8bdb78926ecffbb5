import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { withClient } from '#server/platform/open-client.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { SECOND_MS } from '#shared/time.ts'
import type { BackupManifest } from './manifest.ts'
import { ageFault, newestTakenAt } from './newest-backup.ts'
import { type RestoreOptions, restoreBackup } from './restore-backup.ts'

const PREFIX = 'keel_drill_'

export interface DrillOptions
  extends Omit<RestoreOptions, 'applicationUrl' | 'name' | 'withoutKeys'> {
  /** Another server for the copy: as a role that may create databases. Default: the live one. */
  readonly copyUrl?: string | undefined
  /** Refuses to copy a larger database. */
  readonly bytesMax?: number | undefined
  /** Ends the drill before it is done. */
  readonly stopping?: AbortSignal | undefined
}

export interface DrillReport {
  readonly backup: string
  readonly takenAt: string
  readonly events: number
  /**
   * What the platform has acknowledged since the backup, and the age difference of the newest
   * event.
   */
  readonly lostEvents: number
  readonly lostSeconds: number
  readonly seconds: number
}

/**
 * Restores the newest backup into a new database, compares its end with the live log, and drops it.
 *
 * @param options ownerUrl: of the live database, whose role must be allowed to create databases
 * unless the copy is on another server
 * @throws StartupError that names the first fault, or says that the drill was stopped
 */
export async function drill(options: DrillOptions): Promise<DrillReport> {
  const { ownerUrl, copyUrl = ownerUrl, stopping } = options
  const started = performance.now()
  await refuseOldBackup(options)
  await withClient(ownerUrl, (live) => refuseLarge(live, options.bytesMax))
  const name = `${PREFIX}${randomBytes(4).toString('hex')}`
  await withClient(copyUrl, async (server) => {
    await dropAbandoned(server)
    await server.query(`create database ${name} template template0`)
  })
  try {
    const copy = new URL(copyUrl)
    copy.pathname = `/${name}`
    const restoring = restoreBackup({ ...options, ownerUrl: copy.href, applicationUrl: copy.href })
    const { manifest, events } = await untilStopped(restoring, stopping)
    // A new connection: a proxy would have closed one that was idle during the restore.
    const loss = await withClient(ownerUrl, (live) => lossOf(live, manifest))
    return {
      backup: manifest.name,
      takenAt: manifest.takenAt,
      events: Number(events),
      ...loss,
      seconds: secondsOf(performance.now() - started),
    }
  } finally {
    await withClient(copyUrl, (server) =>
      server.query(`drop database if exists ${name} with (force)`),
    )
  }
}

/** A drill of an old backup would pass although backups have stopped. */
async function refuseOldBackup(options: DrillOptions): Promise<void> {
  const fault = ageFault(await newestTakenAt(options), Date.now())
  if (fault !== undefined) throw new StartupError(`Backups have stopped: ${fault}.`)
}

/** The copy must not fill the disk of the live database, whose room PostgreSQL does not report. */
async function refuseLarge(live: Client, bytesMax: number | undefined): Promise<void> {
  if (bytesMax === undefined) return
  const { rows } = await live.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  const bytes = Number(rows[0]?.bytes)
  if (bytes <= bytesMax) return
  throw new StartupError(
    `The database has ${gigabytes(bytes)}: a server copies at most ${gigabytes(bytesMax)} beside ` +
      'it. Set BACKUP_DRILL_DATABASE_URL to a PostgreSQL with room for a copy.',
  )
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`
}

/** When stopped, it leaves the work to fail: its database is dropped while it runs. */
function untilStopped<T>(work: Promise<T>, stopping: AbortSignal | undefined): Promise<T> {
  if (!stopping) return work
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(new StartupError('The drill was stopped before it was done.'))
    if (stopping.aborted) stop()
    else stopping.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([work, stopped])
}

/** What the live log has beyond the backup. @throws StartupError if it is another log */
async function lossOf(live: Client, { head, takenAt }: BackupManifest) {
  const { rows: known } = await live.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from event where position = $1`,
    [head.position],
  )
  if (head.position !== '0' && known[0]?.hash !== head.hash) {
    throw new StartupError(
      `The live log and the backup have different events at ${head.position}: the backup is not ` +
        'from this log.',
    )
  }
  const { rows } = await live.query<{ events: string; at: Date | null }>(
    'select count(*) as events, max(recorded_at) as at from event where position > $1',
    [head.position],
  )
  const { events = '0', at = null } = rows[0] ?? {}
  const lostMs = at === null ? 0 : Math.max(0, at.getTime() - Date.parse(takenAt))
  return { lostEvents: Number(events), lostSeconds: secondsOf(lostMs) }
}

/** Drops the databases of drills that were killed. */
async function dropAbandoned(live: Client): Promise<void> {
  const { rows } = await live.query<{ name: string }>(
    `select datname as name from pg_database
     where starts_with(datname, $1)
       and not exists (select from pg_stat_activity where datid = pg_database.oid)`,
    [PREFIX],
  )
  for (const { name } of rows) await live.query(`drop database if exists ${name}`)
}

function secondsOf(ms: number): number {
  return Math.round(ms / 100) / (SECOND_MS / 100)
}
