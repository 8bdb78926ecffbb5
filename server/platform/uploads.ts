import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import type { Clock } from '#server/platform/clock.ts'
import { readDocument } from '#server/platform/documents/read-document.ts'
import { fileLinks } from '#server/platform/file-links.ts'
import { gate } from '#server/platform/gate.ts'
import { reencodeImage } from '#server/platform/image.ts'
import type { Incoming } from '#server/platform/incoming.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import type { ReceivedFile } from '#server/platform/multipart.ts'
import { sealUploads } from '#server/platform/seal-uploads.ts'
import { openUploadFiles, purposeOf } from '#server/platform/upload-files.ts'
import type { Vault } from '#server/platform/vault.ts'
import type { FileField } from '#shared/contract/route.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** A stored file: private, visible only to its owner, to staff and to whom staff sent it. */
export interface StoredUpload {
  readonly id: string
  readonly mime: string
  readonly bytes: number
}

/** A file that came with a request, with its name on the sender's device. */
export interface ReceivedUpload extends StoredUpload {
  readonly name: string
}

export interface UploadRequest {
  /** The owner's user number. */
  readonly owner: bigint
  /** What the file is for: the name of its form field. */
  readonly kind: string
  readonly accepts: FileField['accepts']
  readonly file: ReceivedFile
  /** The user whose key it is sealed with; it is unreadable once that person is erased. */
  readonly sealFor?: string | undefined
}

interface FoundUpload extends StoredUpload {
  readonly owner: bigint
  readonly kind: string
  readonly sealedFor: string | null
  /** It is being sealed: its sealed copy has not replaced it yet. */
  readonly hasPlainFile: boolean
}

/** Files in memory at once: each may be sealed, which takes two copies. */
const enter = gate({ runningMax: 4, waitingMax: 32 })

/** What may wait for commands of one user. */
const UNUSED_BYTES_MAX = 50 * 1024 * 1024
const UNUSED_MAX = { maximum: '50MB' }

/** How long an upload waits for its command: longer than a phone is offline overnight. */
const WAIT = '24 hours'

export type Uploads = ReturnType<typeof openUploads>

export function openUploads({
  pool,
  folder,
  masterKey,
  clock,
  vault,
}: {
  readonly pool: Pool
  readonly folder: string
  readonly masterKey: Buffer
  readonly clock: Clock
  readonly vault: Vault
}) {
  const files = openUploadFiles(folder)
  const readSealed = async ({ id, sealedFor, hasPlainFile }: FoundUpload) => {
    if (sealedFor === null) return undefined
    const sealed = (hasPlainFile && (await files.readCopy(id))) || (await files.read(id))
    const content = sealed && (await vault.open(sealedFor, purposeOf(id), sealed))
    return content && Readable.from([content])
  }
  const find = async (id: string): Promise<FoundUpload | undefined> => {
    const { rows } = await pool.query<Omit<FoundUpload, 'owner'> & { owner: string }>(
      `select id, owner, kind, mime, bytes, sealed_for as "sealedFor",
         has_plain_file as "hasPlainFile"
       from upload where id = $1`,
      [id],
    )
    const [row] = rows
    return row && { ...row, owner: BigInt(row.owner) }
  }
  const store = async (request: UploadRequest): Promise<StoredUpload | Refusal> => {
    const { accepts, file, sealFor } = request
    const kept = await (accepts === 'image' ? reencodeImage : readDocument)(file.name, file.path)
    if ('refused' in kept) return kept
    const id = randomUUID()
    const onDisk = sealFor ? vault.seal(sealFor, purposeOf(id), kept.content) : kept.content
    await files.write(id, await onDisk)
    const stored = await record(pool, id, request, kept)
    if (stored.id !== id) await files.remove([id])
    return stored
  }
  return {
    ...fileLinks(masterKey, clock),
    /** The bytes of a file; undefined where they are gone, or unreadable with the person's key. */
    read: async (file: FoundUpload): Promise<Readable | undefined> => {
      if (file.sealedFor !== null) return readSealed(file)
      const plain = await files.stream(file.id, file.bytes)
      if (plain) return plain
      // It may have been sealed since its row was read.
      const again = await find(file.id)
      return again && readSealed(again)
    },
    /**
     * Keeps a file before the command that refers to it. The same file sent again by the same owner
     * is the same upload, so a repeated submission neither decodes nor stores twice.
     */
    keep: async (request: UploadRequest): Promise<StoredUpload | Refusal> => {
      const again = await findRepeated(pool, request)
      if (again) return again
      if (await isUnusedFull(pool, request)) return refuse('upload.unused_full', UNUSED_MAX)
      return enter(() => store(request))
    },
    /** A file of one owner that a command is about to refer to: the sweep keeps it. */
    hold: async (id: string, owner: bigint): Promise<StoredUpload | undefined> => {
      const { rows } = await pool.query<StoredUpload>(
        `update upload set received_at = now() where id = $1 and owner = $2
         returning id, mime, bytes`,
        [id, owner],
      )
      return rows[0]
    },
    find,
    /** Whether staff sent a user this file: an event of the user's streams has it in its field. */
    isSentTo: async (userNo: bigint, id: string): Promise<boolean> => {
      const { rowCount } = await pool.query(
        `select from upload
         join document on document.owner = $2
         join event on event.stream = document.stream
         where upload.id = $1 and event.recorded_at >= upload.created_at
           and event.data ->> upload.kind = upload.id::text
         limit 1`,
        [id, userNo],
      )
      return rowCount === 1
    },
    /** For a file that another user's stream refers to: the sweep keeps it. */
    keepForGood: async (id: string): Promise<void> => {
      await pool.query('update upload set is_referred = true where id = $1', [id])
    },
    /** Removes the bytes of files whose rows are deleted. */
    removeContent: files.remove,
    /** Seals files that were stored before their kind was sealed. */
    sealing: sealUploads({ pool, vault, files }),
    /** Removes uploads that no command refers to. @returns how many */
    sweep: async (): Promise<number> => {
      await markReferred(pool, 'due')
      const { rows } = await pool.query<{ id: string }>(
        `delete from upload
         where not is_referred and received_at < now() - $1::interval
         returning id`,
        [WAIT],
      )
      await files.remove(rows.map(({ id }) => id))
      return rows.length
    },
  }
}

export function uploadSweep({
  uploads,
  incoming,
}: {
  readonly uploads: Pick<Uploads, 'sweep'>
  readonly incoming: Pick<Incoming, 'removeAbandoned'>
}): ScheduledTask {
  return {
    name: 'uploads.sweep',
    at: '41 * * * *',
    run: async () => {
      await uploads.sweep()
      await incoming.removeAbandoned()
    },
  }
}

async function findRepeated(
  pool: Pool,
  { owner, kind, file }: UploadRequest,
): Promise<StoredUpload | undefined> {
  // Renews the wait, so that the sweep cannot take the file from under this submission.
  const { rows } = await pool.query<StoredUpload>(
    `update upload set received_at = now()
     where owner = $1 and kind = $2 and sha256 = decode($3, 'hex')
     returning id, mime, bytes`,
    [owner, kind, file.sha256],
  )
  return rows[0]
}

/** What is stored of a file: a re-encoded picture, or a document as it came. */
interface KeptContent {
  readonly content: Buffer
  readonly mime: string
  readonly perceptualHash: bigint | null
}

/** Writes the row; if the same file was stored in the meantime, returns that upload. */
async function record(
  pool: Pool,
  id: string,
  { owner, kind, file, sealFor }: UploadRequest,
  { mime, content, perceptualHash }: KeptContent,
): Promise<StoredUpload> {
  const { rows } = await pool.query<StoredUpload>(
    `insert into upload (id, owner, kind, mime, bytes, sha256, perceptual_hash, sealed_for)
     values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8)
     on conflict (owner, kind, sha256) do update set received_at = now()
     returning id, mime, bytes`,
    [id, owner, kind, mime, content.length, file.sha256, perceptualHash, sealFor ?? null],
  )
  return rows[0] as StoredUpload
}

/** Whether a file would exceed what a user may keep that no command refers to. */
async function isUnusedFull(pool: Pool, { owner, file }: UploadRequest): Promise<boolean> {
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
 * Marks uploads that an event of their owner's streams names: those due to be swept, or those of one
 * user. Looked up when it matters rather than recorded with the command, so that no crash in between
 * can lose a proof.
 */
async function markReferred(pool: Pool, of: 'due' | { readonly owner: bigint }): Promise<void> {
  await pool.query(
    `update upload set is_referred = true
     where not is_referred
       and (owner = $2 or $2::bigint is null and received_at < now() - $1::interval)
       and exists (
         select from document join event using (stream)
         where document.owner = upload.owner
           and event.recorded_at >= upload.created_at
           and strpos(event.data::text, upload.id::text) > 0)`,
    [WAIT, of === 'due' ? null : of.owner],
  )
}
