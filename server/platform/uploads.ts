import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Pool } from 'pg'
import type { MasterKeys } from '#server/platform/cipher.ts'
import type { Clock } from '#server/platform/clock.ts'
import { readDocument } from '#server/platform/documents/read-document.ts'
import { fileLinks } from '#server/platform/file-links.ts'
import { gate } from '#server/platform/gate.ts'
import { reencodeImage } from '#server/platform/image.ts'
import type { Incoming } from '#server/platform/incoming.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import { sealUploads } from '#server/platform/seal-uploads.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { StoreUnavailable } from '#server/platform/stores/object-store.ts'
import type { Stores } from '#server/platform/stores/open-stores.ts'
import { openUploadFiles, purposeOf } from '#server/platform/upload-files.ts'
import { uploadLeftovers } from '#server/platform/upload-leftovers.ts'
import {
  type FoundUpload,
  findRepeated,
  findUpload,
  IS_LATER,
  isUnusedFull,
  markReferred,
  recordUpload,
  type StoredUpload,
  UNUSED_BYTES_MAX,
  type UploadRequest,
  WAIT,
} from '#server/platform/upload-rows.ts'
import type { Vault } from '#server/platform/vault.ts'
import { formatBytes } from '#shared/format.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** A file uploaded with a request, with its name on the sender's device. */
export interface ReceivedUpload extends StoredUpload {
  readonly name: string
}

/** How many files are in memory at once: sealing and encrypting may need three copies of each. */
const enter = gate({ runningMax: 4, waitingMax: 32 })

export type Uploads = ReturnType<typeof openUploads>

export function openUploads({
  pool,
  stores,
  masterKeys,
  clock,
  vault,
}: {
  readonly pool: Pool
  readonly stores: Stores
  readonly masterKeys: MasterKeys
  readonly clock: Clock
  readonly vault: Vault
}) {
  const files = openUploadFiles(stores, masterKeys)
  const leftovers = uploadLeftovers(pool, files)
  const readSealed = async ({ id, sealedFor, hasPlainFile, at }: FoundUpload) => {
    if (sealedFor === null) return undefined
    const sealed = (hasPlainFile && (await files.readCopy(at))) || (await files.read(at))
    const content = sealed && (await vault.open(sealedFor, purposeOf(id), sealed))
    return content && Readable.from([content])
  }
  const readOnce = (file: FoundUpload): Promise<Readable | undefined> =>
    file.sealedFor === null ? files.stream(file.at, file.bytes) : readSealed(file)
  const find = (id: string) => findUpload(pool, id)
  const store = async (request: UploadRequest): Promise<StoredUpload | Refusal> => {
    const { accepts, file, sealFor } = request
    const kept = await (accepts === 'image' ? reencodeImage : readDocument)(file.name, file.path)
    if ('refused' in kept) return kept
    const id = randomUUID()
    const at = await files.newObject(id)
    await leftovers.announce(id, at)
    const content = sealFor ? vault.seal(sealFor, purposeOf(id), kept.content) : kept.content
    await files.write(at, await content)
    const stored = await recordUpload(pool, request, kept, at)
    if (stored.id !== id) await leftovers.discard(at).catch(ifAvailable)
    return stored
  }
  return {
    ...fileLinks(masterKeys, clock),
    /** The bytes of a file; undefined if they are gone, or unreadable with the person's key. */
    read: async (file: FoundUpload): Promise<Readable | undefined> => {
      const content = await readOnce(file)
      if (content) return content
      // It may have been sealed or moved after its row was read.
      const again = await find(file.id)
      return again && readOnce(again)
    },
    /**
     * Stores a file before the command that refers to it. If the same owner sends the same file
     * again, it is the same upload, so a repeated submission neither decodes nor stores it twice.
     */
    keep: async (request: UploadRequest): Promise<StoredUpload | Refusal> => {
      const again = await findRepeated(pool, request)
      if (again) return again
      if (await isUnusedFull(pool, request)) {
        return refuse('upload.unused_full', { maximum: formatBytes(UNUSED_BYTES_MAX) })
      }
      return enter(() => store(request))
    },
    /**
     * Keeps an owner's file from the sweep, because a command is about to refer to it. Only for
     * kinds that are stored for such commands: files of other kinds can be deleted by their owner.
     */
    hold: async (
      id: string,
      { owner, kinds }: { readonly owner: bigint; readonly kinds: readonly string[] },
    ): Promise<StoredUpload | undefined> => {
      const { rows } = await pool.query<StoredUpload>(
        `update upload set received_at = now() where id = $1 and owner = $2 and kind = any ($3)
         returning id, mime, bytes`,
        [id, owner, kinds],
      )
      return rows[0]
    },
    find,
    /**
     * Whether staff sent the user this file: an event in the user's streams names it in its field.
     */
    isSentTo: async (userNo: bigint, id: string): Promise<boolean> => {
      const { rowCount } = await pool.query(
        `select from upload
         join document on document.owner = $2
         join event on event.stream = document.stream
         where upload.id = $1 and ${IS_LATER}
           and event.data ->> upload.kind = upload.id::text
         limit 1`,
        [id, userNo],
      )
      return rowCount === 1
    },
    /** Keeps a file from the sweep permanently, because another user's stream refers to it. */
    keepForGood: async (id: string): Promise<void> => {
      await pool.query('update upload set is_referred = true where id = $1', [id])
    },
    /**
     * Deletes files that their feature had marked as referred to and has just unmarked, except
     * those that an event names. After a crash in between, the sweep deletes them.
     */
    release: async (ids: readonly string[]): Promise<void> => {
      await markReferred(pool, { ids })
      await pool.query('delete from upload where id = any ($1) and not is_referred', [ids])
      await leftovers.removeOf(ids).catch(ifAvailable)
    },
    /**
     * Removes the bytes of files whose rows were deleted: now, or in the sweep if their store is
     * unavailable.
     */
    removeContent: (ids: readonly string[]): Promise<void> =>
      leftovers.removeOf(ids).catch(ifAvailable),
    /** Resolves when stored files can be read. @throws StoreUnavailable */
    check: async () => (await stores.at(stores.place)).check(),
    /**
     * Resolves when files can be stored and read; called when a server starts.
     *
     * @throws StartupError if only another configuration helps; StoreUnavailable
     */
    prove: () => proveStore(stores),
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
      await leftovers.sweep()
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
    queue: 'long',
    run: async () => {
      await incoming.removeAbandoned()
      await uploads.sweep()
    },
  }
}

/** The sweep removes later what a store that does not respond cannot remove now. */
function ifAvailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}

async function proveStore(stores: Stores): Promise<void> {
  const store = await stores.at(stores.place)
  await store.prove().catch((error) => {
    if (!(error instanceof StoreUnavailable && error.isLasting)) throw error
    throw new StartupError(error.message)
  })
}
