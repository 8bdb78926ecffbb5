import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
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
import type { Vault } from '#server/platform/vault.ts'
import type { FileField } from '#shared/contract/route.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** A stored file: private, visible only to its owner and staff. */
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
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id)
  const removeContent = async (ids: readonly string[]) => {
    for (const id of ids) await rm(pathOf(id), { force: true })
  }
  const store = async (request: UploadRequest): Promise<StoredUpload | Refusal> => {
    const { accepts, file, sealFor } = request
    const kept = await (accepts === 'image' ? reencodeImage : readDocument)(file.name, file.path)
    if ('refused' in kept) return kept
    const id = randomUUID()
    const onDisk = sealFor ? vault.seal(sealFor, purposeOf(id), kept.content) : kept.content
    await writeDurably(pathOf(id), await onDisk)
    const stored = await record(pool, id, request, kept)
    if (stored.id !== id) await rm(pathOf(id), { force: true })
    return stored
  }
  return {
    ...fileLinks(masterKey, clock),
    /** The bytes of a file; undefined where they are gone, or unreadable with the person's key. */
    read: async ({ id, sealedFor }: FoundUpload): Promise<Readable | undefined> => {
      if (sealedFor === null) return openedFile(pathOf(id))
      const sealed = await readFile(pathOf(id)).catch(whenMissing)
      const content = sealed && (await vault.open(sealedFor, purposeOf(id), sealed))
      return content && Readable.from([content])
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
    find: async (id: string): Promise<FoundUpload | undefined> => {
      const { rows } = await pool.query<Omit<FoundUpload, 'owner'> & { owner: string }>(
        'select id, owner, kind, mime, bytes, sealed_for as "sealedFor" from upload where id = $1',
        [id],
      )
      const [row] = rows
      return row && { ...row, owner: BigInt(row.owner) }
    },
    /** For a file that another user's stream refers to: the sweep keeps it. */
    keepForGood: async (id: string): Promise<void> => {
      await pool.query('update upload set is_referred = true where id = $1', [id])
    },
    /** Removes the bytes of files whose rows are deleted. */
    removeContent,
    /** Removes uploads that no command refers to. @returns how many */
    sweep: async (): Promise<number> => {
      await markReferred(pool, 'due')
      const { rows } = await pool.query<{ id: string }>(
        `delete from upload
         where not is_referred and received_at < now() - $1::interval
         returning id`,
        [WAIT],
      )
      await removeContent(rows.map(({ id }) => id))
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

async function openedFile(path: string): Promise<Readable | undefined> {
  const bytes = createReadStream(path)
  return once(bytes, 'open').then(
    () => bytes,
    () => undefined,
  )
}

function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Binds a sealed file to its id. */
function purposeOf(id: string): string {
  return `upload ${id}`
}

/** Writes and syncs before anything refers to the file: an accepted submission keeps its proof. */
async function writeDurably(path: string, content: Buffer): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
