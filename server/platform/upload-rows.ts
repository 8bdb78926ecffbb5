import type { Pool } from 'pg'
import type { ReceivedFile } from '#server/platform/multipart.ts'
import type { UploadObject } from '#server/platform/upload-files.ts'
import type { FileField } from '#shared/contract/route.ts'

/**
 * A stored file: private, visible only to its owner, to staff, and to the user whom staff sent it.
 */
export interface StoredUpload {
  readonly id: string
  readonly mime: string
  readonly bytes: number
}

export interface UploadRequest {
  /** The owner's user number. */
  readonly owner: bigint
  /** The purpose of the file: mostly the name of its form field. */
  readonly kind: string
  readonly accepts: FileField['accepts']
  readonly file: ReceivedFile
  /** The user whose key it is sealed with; it becomes unreadable when that person is erased. */
  readonly sealFor?: string | undefined
}

export interface FoundUpload extends StoredUpload {
  readonly owner: bigint
  readonly kind: string
  readonly sealedFor: string | null
  /** True while the file is being sealed, until its sealed copy has replaced it. */
  readonly hasPlainFile: boolean
  readonly at: UploadObject
}

/** The stored content of a file: a re-encoded picture, or an unchanged document. */
export interface KeptContent {
  readonly content: Buffer
  readonly mime: string
  readonly perceptualHash: bigint | null
}

/** The columns of {@link UploadObject}, for a select from `upload`. */
export const OBJECT_COLUMNS = `
  upload.place, coalesce(upload.object, upload.id) as object,
  upload.content_key as "contentKey"`

/** Skips older events of the stream. The clock may have been set back since the file was stored. */
export const IS_LATER = `event.recorded_at >= upload.created_at - interval '1 day'`

type Row = Omit<FoundUpload, 'owner' | 'at'> & UploadObject & { readonly owner: string }

export async function findUpload(pool: Pool, id: string): Promise<FoundUpload | undefined> {
  const { rows } = await pool.query<Row>(
    `select id, owner, kind, mime, bytes, sealed_for as "sealedFor",
       has_plain_file as "hasPlainFile", ${OBJECT_COLUMNS}
     from upload where id = $1`,
    [id],
  )
  const [row] = rows
  if (!row) return undefined
  const { place, object, contentKey, owner, ...rest } = row
  return { ...rest, owner: BigInt(owner), at: { place, object, contentKey } }
}

/** The same file, if it was already stored for the same owner and kind. */
export async function findRepeated(
  pool: Pool,
  { owner, kind, file }: UploadRequest,
): Promise<StoredUpload | undefined> {
  // Renews the wait, so that the sweep cannot delete the file during this submission.
  const { rows } = await pool.query<StoredUpload>(
    `update upload set received_at = now()
     where owner = $1 and kind = $2 and sha256 = decode($3, 'hex')
     returning id, mime, bytes`,
    [owner, kind, file.sha256],
  )
  return rows[0]
}

/**
 * Writes the row of an announced object. If the same file was stored in the meantime, returns that
 * upload and keeps the announcement.
 */
export async function recordUpload(
  pool: Pool,
  { owner, kind, file, sealFor }: UploadRequest,
  { mime, content, perceptualHash }: KeptContent,
  { place, object, contentKey }: UploadObject,
): Promise<StoredUpload> {
  const { rows } = await pool.query<StoredUpload>(
    `with kept as (
       insert into upload (id, owner, kind, mime, bytes, sha256, perceptual_hash, sealed_for,
                           place, content_key)
       values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8, $9, $10)
       on conflict (owner, kind, sha256) do update set received_at = now()
       returning id, mime, bytes),
     described as (
       delete from upload_leftover
       where place = $9 and object = $1 and exists (select from kept where id = $1))
     select id, mime, bytes from kept`,
    [
      object,
      owner,
      kind,
      mime,
      content.length,
      file.sha256,
      perceptualHash,
      sealFor ?? null,
      place,
      contentKey,
    ],
  )
  return rows[0] as StoredUpload
}

/** The most bytes of one user's uploads that no command refers to. */
export const UNUSED_BYTES_MAX = 50 * 1024 * 1024

/** How long an upload waits for its command: longer than a phone is offline overnight. */
export const WAIT = '24 hours'

/** Whether a file would exceed the limit for uploads that no command refers to. */
export async function isUnusedFull(pool: Pool, { owner, file }: UploadRequest): Promise<boolean> {
  const isOver = async () => {
    const { rows } = await pool.query<{ bytes: string }>(
      'select coalesce(sum(bytes), 0) as bytes from upload where owner = $1 and not is_referred',
      [owner],
    )
    return Number(rows[0]?.bytes) + file.bytes > UNUSED_BYTES_MAX
  }
  if (!(await isOver())) return false
  await markReferred(pool, { owner })
  return isOver()
}

/**
 * An SQL condition: whether an event names an upload. Only its owner can attach it, so the event is
 * in one of the owner's streams or, if staff sent it to a user, an act of the owner.
 *
 * @param except the stream kind of a feature that deletes files named only by its own events
 */
export const isNamed = (except = ''): string => `(
  exists (
    select from document join event using (stream)
    where document.owner = upload.owner and document.kind <> '${except}'
      and ${IS_LATER} and ${NAMES}
  ) or exists (
    select from person join event
      on event.metadata #>> '{actor,kind}' = 'admin'
      and event.metadata #>> '{actor,id}' = person.user_id::text
    where person.user_no = upload.owner and ${IS_LATER} and ${NAMES}
  ))`

const NAMES = `strpos(event.data::text, upload.id::text) > 0`

/**
 * Marks uploads that are named by an event: those due to be swept, those of one user, or some. This
 * is looked up when it matters rather than recorded with the command, so that a crash in between
 * cannot lose a proof.
 */
export async function markReferred(pool: Pool, of: Chosen): Promise<void> {
  const [condition, value] = conditionOf(of)
  await pool.query(
    `update upload set is_referred = true where not is_referred and ${condition} and ${isNamed()}`,
    [value],
  )
}

type Chosen = 'due' | { readonly owner: bigint } | { readonly ids: readonly string[] }

function conditionOf(of: Chosen): [sql: string, value: unknown] {
  if (of === 'due') return ['received_at < now() - $1::interval', WAIT]
  return 'owner' in of ? ['owner = $1', of.owner] : ['id = any ($1)', of.ids]
}
