import { createWriteStream, existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Pool, PoolClient } from 'pg'
import type { Catalog } from '#server/events/catalog.ts'
import { readTexts } from '#server/ledger/scan.ts'
import { inSnapshot } from '#server/ledger/snapshot.ts'
import { withheldFrom } from '#server/ledger/withheld.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import { hashedText } from '#shared/event-text.ts'
import { checkpointLine, type EventLine, eventLine, headerLine } from './exported-line.ts'
import { SEGMENT_LIST, segmentName, segmentsIn } from './read-export.ts'

/** How many events one file contains: an interrupted export continues after its last file. */
const EVENTS_PER_FILE = 250_000
const EVENTS_AT_ONCE = 2_000
/** The ending of a file that is not complete. */
const PART = '.part'
const READABLE = 0o644
const OWNER_ONLY = 0o600

export interface ExportOptions {
  readonly catalog: Catalog
  /** Withholds nothing: for an auditor who may read texts of staff and users. */
  readonly isFull: boolean
  readonly onProgress?: (position: number, until: number) => void
}

/**
 * Writes events up to the newest checkpoint into files of a folder, after the existing ones.
 *
 * @returns the last position
 */
export async function exportToFolder(
  pool: Pool,
  folder: string,
  options: ExportOptions & { readonly eventsPerFile?: number },
): Promise<number> {
  const { eventsPerFile = EVENTS_PER_FILE } = options
  await refuseMixture(folder, options)
  await removeParts(folder)
  const until = await signedSize(pool)
  let after = (await segmentsIn(folder)).at(-1)?.last ?? 0
  while (after < until) {
    const upTo = Math.min(after + eventsPerFile, until)
    const path = join(folder, segmentName(after + 1, upTo))
    await exportToFile(pool, path, { ...options, after, upTo })
    after = upTo
  }
  const names = (await segmentsIn(folder)).map(({ path }) => basename(path))
  await writeFile(join(folder, SEGMENT_LIST), `${JSON.stringify(names, null, 2)}\n`)
  return after
}

/** Writes a range of events into one file, which appears under its name only once it is complete. */
export async function exportToFile(
  pool: Pool,
  path: string,
  options: ExportOptions & { readonly after: number; readonly upTo?: number },
): Promise<number> {
  const upTo = options.upTo ?? (await signedSize(pool))
  const lines = Readable.from(linesBetween(pool, options, upTo), { objectMode: false })
  const part = `${path}${PART}`
  // A file that exists would keep its mode.
  await rm(part, { force: true })
  const file = createWriteStream(part, { mode: options.isFull ? OWNER_ONLY : READABLE })
  try {
    await pipeline(lines, createGzip({ level: 4 }), file)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return upTo
}

/**
 * Records whether the files of a folder contain texts written by people, because kinds must not be
 * mixed.
 */
const KIND_FILE = 'kind.json'

/** @throws StartupError if the folder contains an export of the other kind */
async function refuseMixture(folder: string, { isFull }: ExportOptions): Promise<void> {
  const path = join(folder, KIND_FILE)
  const kind = `${JSON.stringify({ texts: isFull ? 'full' : 'withheld' })}\n`
  const isBegun = existsSync(path) && (await segmentsIn(folder)).length > 0
  if (isBegun && (await readFile(path, 'utf8')) !== kind) {
    const other = isFull ? 'without the texts of people' : 'with the texts of people'
    const advice = isFull ? 'leave --full out' : 'give --full'
    throw new StartupError(`${folder} holds an export ${other}: ${advice}, or name another folder.`)
  }
  await writeFile(path, kind)
}

/** Removes partial files of an interrupted export. */
async function removeParts(folder: string): Promise<void> {
  const names = await readdir(folder)
  const parts = names.filter((name) => name.endsWith(`.gz${PART}`))
  await Promise.all(parts.map((name) => rm(join(folder, name))))
}

/** How many events the newest checkpoint covers: later events cannot be proved. */
async function signedSize(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ size: string }>(
    'select coalesce(max(size), 0) as size from log_checkpoint',
  )
  return Number(rows[0]?.size ?? 0)
}

async function* linesBetween(
  pool: Pool,
  { catalog, isFull, after, onProgress }: ExportOptions & { readonly after: number },
  until: number,
): AsyncGenerator<string> {
  yield headerLine(after)
  for (let at = after; at < until; at += EVENTS_AT_ONCE) {
    const upTo = Math.min(at + EVENTS_AT_ONCE, until)
    const { rows, checkpoints } = await inSnapshot(pool, async (client) => ({
      rows: await readTexts<ExportedRow>(client, EVENTS(at, upTo)),
      checkpoints: await readCheckpoints(client, at, upTo),
    }))
    let text = ''
    for (const row of rows) {
      const line = lineOf(row, catalog, isFull)
      text += eventLine(line)
      for (const note of checkpoints.get(line.position) ?? []) text += checkpointLine(note)
    }
    yield text
    onProgress?.(upTo, until)
  }
}

type ExportedRow = readonly [
  position: string,
  recordedAtUs: string,
  stream: string,
  version: string,
  type: string,
  schemaVersion: string,
  data: string,
  metadata: string,
  hash: string,
  key: string,
  requestHash: string,
  transfers: string | null,
]

const EVENTS = (after: number, upTo: number) => `
  select position, (extract(epoch from recorded_at) * 1000000)::bigint, stream, version, type,
         schema_version, data, metadata, encode(hash, 'hex'), key, encode(request_hash, 'hex'),
         case when amounts <> '{}' then (
           select json_agg(json_build_object('debit', debit::text, 'credit', credit::text,
                                             'amount', amount::text) order by place)
           from unnest(debits, credits, amounts)
                with ordinality as moved (debit, credit, amount, place)
         ) end
  from event where position > ${after} and position <= ${upTo} order by position`

async function readCheckpoints(
  client: PoolClient,
  after: number,
  upTo: number,
): Promise<Map<number, string[]>> {
  const { rows } = await client.query<{ size: string; note: string }>(
    'select size, note from log_checkpoint where size > $1 and size <= $2 order by size, origin',
    [after, upTo],
  )
  const notes = new Map<number, string[]>()
  for (const { size, note } of rows) {
    notes.set(Number(size), [...(notes.get(Number(size)) ?? []), note])
  }
  return notes
}

function lineOf(row: ExportedRow, catalog: Catalog, isFull: boolean): EventLine {
  const [position, us, stream, version, type, schemaVersion, data, metadata, hash] = row
  const [, , , , , , , , , key, requestHash, transfers] = row
  const known = JSON.parse(data) as unknown
  const { data: shown, isWithheld } = isFull
    ? { data: known, isWithheld: false }
    : withheldFrom(type, known, catalog.get(type))
  const text = hashedText({
    stream,
    type,
    version: Number(version),
    schemaVersion: Number(schemaVersion),
    // Different texts may be equivalent; the hash is of the canonical one.
    dataText: canonicalJson(shown),
    metadataText: canonicalJson(JSON.parse(metadata)),
    // With the key and the request hash, withheld content could be guessed and verified.
    key: isWithheld ? '' : key,
    requestHash: isWithheld ? '' : requestHash,
    transfers: transfers === null ? [] : JSON.parse(transfers),
  })
  return { position: Number(position), recordedAtUs: BigInt(us), hash, text, isWithheld }
}
