import { createHash, randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { StartupError } from '#server/platform/startup-error.ts'
import type { Stores } from '#server/platform/stores/open-stores.ts'
import { isSameStore, type StoreAddress } from '#server/platform/stores/store-address.ts'
import type { UploadFiles, UploadObject } from '#server/platform/upload-files.ts'
import type { uploadLeftovers } from '#server/platform/upload-leftovers.ts'
import { OBJECT_COLUMNS } from '#server/platform/upload-rows.ts'

interface Needs {
  readonly pool: Pool
  readonly stores: Stores
  readonly files: UploadFiles
  readonly leftovers: ReturnType<typeof uploadLeftovers>
}

export interface MoveState {
  readonly movedFiles: number
  readonly movedBytes: number
  /** Files that are still in another store. */
  readonly leftFiles: number
  /** Ids of files that their store has lost. */
  readonly missing: readonly string[]
}

interface Run {
  readonly to: StoreAddress
  /** Called after each file. */
  readonly onFile: (state: MoveState) => void
  /** Ends the run after the current files. */
  readonly signal: AbortSignal
}

type Row = UploadObject & { readonly id: string }

/** Each file is in memory three times. */
const AT_ONCE = 4

/**
 * Moves uploads into one store while servers are running.
 *
 * A file is copied under a new name, read back and compared. Then one statement points its row to
 * the copy and queues the old object for removal. If the row was changed or erased in between, it
 * no longer matches, and the copy is dropped. A run can be killed at any point and repeated; the
 * sweep of uploads removes what it left unfinished.
 */
export async function moveUploads(needs: Needs, { to, onFile, signal }: Run): Promise<MoveState> {
  const { pool, stores } = needs
  const target = stores.placeOf(to)
  const elsewhere = await placesBut(pool, stores, to)
  for (const place of elsewhere) await refuseSameStore(stores, place, target)
  const countLeft = () => countFiles(pool, elsewhere)
  const missing: string[] = []
  let state: MoveState = { movedFiles: 0, movedBytes: 0, leftFiles: await countLeft(), missing }
  const move = async (row: Row) => {
    const bytes = await moveOne(needs, row, target)
    if (bytes === 'missing') missing.push(row.id)
    if (typeof bytes !== 'number') return
    const { movedFiles, movedBytes, leftFiles } = state
    state = {
      movedFiles: movedFiles + 1,
      movedBytes: movedBytes + bytes,
      leftFiles: leftFiles - 1,
      missing,
    }
    onFile(state)
  }
  let after = '00000000-0000-0000-0000-000000000000'
  while (!signal.aborted) {
    // A file that is being sealed is left for the next run.
    const { rows } = await pool.query<Row>(
      `select id, ${OBJECT_COLUMNS} from upload
       where place = any ($1) and id > $2 and not has_plain_file order by id limit ${AT_ONCE}`,
      [elsewhere, after],
    )
    const last = rows.at(-1)
    if (!last) break
    const results = await Promise.allSettled(rows.map(move))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    after = last.id
  }
  // In the meantime, files may have arrived in other stores or been erased.
  return { ...state, leftFiles: await countLeft() }
}

async function countFiles(pool: Pool, places: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ files: number }>(
    'select count(*)::int as files from upload where place = any ($1)',
    [places],
  )
  return rows[0]?.files ?? 0
}

/** @returns its size, or why it was not moved */
async function moveOne(
  { pool, files, leftovers }: Needs,
  row: Row,
  place: string,
): Promise<number | 'missing' | 'changed'> {
  const content = await files.read(row)
  if (!content) return (await isUnchanged(pool, row)) ? 'missing' : 'changed'
  const copy = await files.newObject(randomUUID(), place)
  await leftovers.announce(row.id, copy)
  await files.write(copy, content)
  const written = await files.read(copy)
  if (!written || hashOf(written) !== hashOf(content)) {
    throw new Error(`the copy of ${row.id} is not what was written; its original stays`)
  }
  if (!(await pointTo(pool, row, copy))) {
    await leftovers.discard(copy)
    return 'changed'
  }
  await leftovers.discard(row)
  return content.length
}

const UNCHANGED = `
  upload.id = $1 and upload.place = $2 and coalesce(upload.object, upload.id) = $3
  and not upload.has_plain_file`

async function isUnchanged(pool: Pool, { id, place, object }: Row): Promise<boolean> {
  const { rowCount } = await pool.query(`select from upload where ${UNCHANGED}`, [
    id,
    place,
    object,
  ])
  return rowCount === 1
}

/** Points the row to the copy, unless the row has changed since it was read. */
async function pointTo(pool: Pool, row: Row, copy: UploadObject): Promise<boolean> {
  const { rowCount } = await pool.query(
    `with moved as (
       update upload set place = $4, object = $5, content_key = $6 where ${UNCHANGED}
       returning id),
     described as (
       delete from upload_leftover where place = $4 and object = $5 and exists (select from moved)),
     replaced as (
       insert into upload_leftover (place, object, upload) select $2, $3, id from moved)
     select from moved`,
    [row.id, row.place, row.object, copy.place, copy.object, copy.contentKey],
  )
  return rowCount === 1
}

/** Every store that contains files, except one. */
async function placesBut(pool: Pool, stores: Stores, to: StoreAddress): Promise<string[]> {
  const { rows } = await pool.query<{ place: string }>(
    `select '' as place union select place from upload`,
  )
  return rows.map(({ place }) => place).filter((place) => !isSameStore(stores.addressOf(place), to))
}

/**
 * Two addresses may lead to the same objects, for example a linked folder or a store with two host
 * names. Moving between them would remove what was just copied.
 */
async function refuseSameStore(stores: Stores, from: string, to: string): Promise<void> {
  const [source, target] = [await stores.at(from), await stores.at(to)]
  const name = randomUUID()
  await target.put(name, Buffer.from('probe'))
  try {
    const found = await source.get(name)
    found?.content.destroy()
    if (!found) return
    throw new StartupError(`${source.label} and ${target.label} are the same store.`)
  } finally {
    await target.remove(name)
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
