import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { choosePostgresLauncher, type Launcher } from '#scripts/postgres/account.ts'
import { createCluster, type Place, placeOf, startCluster } from '#scripts/postgres/cluster.ts'
import { administrate, databaseUrl, ensureDatabase, urlOf } from '#scripts/postgres/connection.ts'
import type { Programs } from '#scripts/postgres/embedded-postgres.ts'
import {
  isAlive,
  runningPostmaster,
  signalProcess,
  stopPostmaster,
} from '#scripts/postgres/postmaster.ts'
import { Relay } from './relay.ts'

const STANDBY = 'drill_standby'
const WAIT_MS_MAX = 60_000
const LOOK_MS = 50

/** Small, because a standby is copied for each promotion. */
const SETTINGS = {
  max_wal_size: '256MB',
  wal_keep_size: '256MB',
  shared_buffers: '64MB',
  max_connections: '80',
  wal_retrieve_retry_interval: '200ms',
}

interface Host {
  readonly place: Place
  readonly url: string
}

/**
 * A primary and its standby. After a failover, the standby is the primary and a new standby is
 * made.
 */
export class PostgresPair {
  readonly #folder: string
  readonly #programs: Programs
  readonly #launcher: Launcher
  /** Between the two, so that the standby can be made to lag. */
  readonly #wire: Relay
  #primary: Host
  #standby: Host | undefined
  #made = 0

  private constructor(
    parts: { folder: string; programs: Programs; launcher: Launcher; wire: Relay },
    primary: Host,
  ) {
    this.#folder = parts.folder
    this.#programs = parts.programs
    this.#launcher = parts.launcher
    this.#wire = parts.wire
    this.#primary = primary
  }

  static async open(programs: Programs): Promise<PostgresPair> {
    const folder = await mkdtemp(join(tmpdir(), 'drill-failover-'))
    await promisify(execFile)('chmod', ['711', folder])
    const place = placeOf(join(folder, 'first'))
    await mkdir(place.folder, { mode: 0o711 })
    const launcher = choosePostgresLauncher([programs.postgres, place.cluster])
    await createCluster(place, programs.initdb, launcher)
    const address = await startCluster(place, programs.postgres, launcher, SETTINGS)
    const url = urlOf(address, await readFile(place.passwordFile, 'utf8'))
    await ensureDatabase(url)
    const wire = await Relay.open()
    return new PostgresPair({ folder, programs, launcher, wire }, { place, url })
  }

  /** The owner's address on the primary. */
  get url(): string {
    return this.#primary.url
  }

  /** Creates a standby of the running primary, and waits until it is up to date. */
  async addStandby(): Promise<void> {
    this.#made += 1
    const place = placeOf(join(this.#folder, `standby-${this.#made}`))
    await mkdir(place.folder, { mode: 0o711 })
    await writeFile(place.passwordFile, await readFile(this.#primary.place.passwordFile))
    this.#wire.speak()
    const through = new URL(this.#wire.leadTo(this.#primary.url))
    await copyCluster(this.#primary, place)
    const source =
      `host=127.0.0.1 port=${through.port} user=postgres password=${through.password} ` +
      `application_name=${STANDBY}`
    const settings = { ...SETTINGS, primary_conninfo: source }
    const address = await startCluster(place, this.#programs.postgres, this.#launcher, settings)
    this.#standby = { place, url: urlOf(address, through.password) }
    await this.#untilLevel()
  }

  /** From now on, commits wait for the standby. */
  async makeSynchronous(): Promise<void> {
    await administrate(this.url, `alter system set synchronous_standby_names = '${STANDBY}'`)
    await administrate(this.url, 'select pg_reload_conf()')
    await until(async () => {
      const { rowCount } = await administrate(
        this.url,
        `select from pg_stat_replication where sync_state = 'sync'`,
      )
      return rowCount === 1
    })
  }

  /** From now on, the standby receives nothing from the primary. */
  leaveStandbyBehind(): void {
    this.#wire.silence()
  }

  /** Kills the primary, like the loss of a host, and promotes the standby. */
  async failOver(): Promise<void> {
    const next = this.#standby
    if (!next) throw new Error('there is no standby')
    const former = this.#primary
    const running = runningPostmaster(former.place.cluster)
    if (running) {
      signalProcess(running.pid, 'SIGQUIT')
      await until(async () => !isAlive(running.pid))
    }
    this.#wire.cut()
    this.#wire.speak()
    const { rows } = await administrate(next.url, `select pg_promote(true, 60) as promoted`)
    if (!rows[0]?.promoted) throw new Error('the standby was not promoted')
    this.#primary = next
    this.#standby = undefined
    await rm(former.place.folder, { recursive: true, force: true })
  }

  async close(): Promise<void> {
    await this.#wire.close()
    for (const host of [this.#standby, this.#primary]) {
      const running = host && runningPostmaster(host.place.cluster)
      if (running) await stopPostmaster(running.pid)
    }
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #untilLevel(): Promise<void> {
    await until(async () => {
      const { rowCount } = await administrate(
        this.url,
        `select from pg_stat_replication
         where application_name = '${STANDBY}' and flush_lsn >= pg_current_wal_flush_lsn()`,
      )
      return rowCount === 1
    })
  }
}

/** Replaces pg_basebackup, which an embedded PostgreSQL lacks. */
async function copyCluster(from: Host, to: Place): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(from.url, 'postgres') })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('drill', true)`)
    await copyFiles(from.place.cluster, to.cluster)
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    const files = { backup_label: rows[0]?.label ?? '', 'standby.signal': '' }
    for (const [name, text] of Object.entries(files)) await writeFile(join(to.cluster, name), text)
    await promisify(execFile)('chown', [
      `--reference=${from.place.cluster}`,
      ...Object.keys(files).map((name) => join(to.cluster, name)),
    ])
  } finally {
    await client.end()
  }
}

// Files may change and disappear while they are copied: the write-ahead log repairs that. Parts of
// the write-ahead log that are not copied are streamed by the primary, which is told to keep them.
const OMITTED = ['./postmaster.*', './.s.PGSQL.*', './pg_wal/*', './pg_replslot/*']

async function copyFiles(from: string, to: string): Promise<void> {
  const omitted = OMITTED.map((pattern) => `--exclude='${pattern}'`).join(' ')
  const script = `mkdir -m 700 "$2" && chown --reference="$1" "$2" &&
    { tar -C "$1" ${omitted} --warning=no-file-changed --warning=no-file-removed -cf - . || [ $? = 1 ]; } |
    tar -C "$2" -xpf -
    mkdir -p "$2/pg_wal/archive_status" && chown -R --reference="$1" "$2/pg_wal"`
  await promisify(execFile)('sh', ['-c', script, 'copy', from, to])
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  const startedMs = performance.now()
  while (!(await isReached())) {
    if (performance.now() - startedMs > WAIT_MS_MAX) throw new Error('PostgreSQL takes too long')
    await sleep(LOOK_MS)
  }
}
