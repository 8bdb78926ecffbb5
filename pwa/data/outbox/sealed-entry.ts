import { localError } from '../api-error.ts'
import type { PreparedRequest } from '../api-request.ts'
import { type Sealed, seal, unseal } from '../seal.ts'
import type { EntryWords, OutboxEntry, StoredEntry } from './entry.ts'

export function sealWords(key: CryptoKey, id: string, words: EntryWords): Promise<Sealed> {
  return seal(key, new TextEncoder().encode(JSON.stringify(words)), `words ${id}`)
}

export async function openEntry(
  key: CryptoKey,
  { words, sealedRequest: _, ...state }: StoredEntry,
): Promise<OutboxEntry> {
  const text = new TextDecoder().decode(await unseal(key, words, `words ${state.id}`))
  const { params, body, answer } = JSON.parse(text) as EntryWords
  return { ...state, params, body, answer }
}

/**
 * A request as one piece of bytes: the length of its head, the head in JSON, then the files. A File
 * only refers to the disk, and on phones the reference expires, so its bytes are copied.
 */
export async function packRequest({ files, ...rest }: PreparedRequest): Promise<Blob> {
  const parts = await Promise.all((files ?? []).map(({ content }) => content.arrayBuffer())).catch(
    () => {
      throw localError('file.unreadable')
    },
  )
  const labels = files?.map(({ field, name, content: { type } }, index) => ({
    field,
    name,
    type,
    bytes: parts[index]?.byteLength ?? 0,
  }))
  const head = new TextEncoder().encode(JSON.stringify({ ...rest, files: labels } satisfies Head))
  return new Blob([new Uint32Array([head.length]), head, ...parts])
}

interface Head extends Omit<PreparedRequest, 'files'> {
  readonly files?:
    | readonly {
        readonly field: string
        readonly name: string
        readonly type: string
        readonly bytes: number
      }[]
    | undefined
}

export async function sealRequest(key: CryptoKey, id: string, packed: Blob): Promise<Sealed> {
  return seal(key, await packed.arrayBuffer(), `request ${id}`)
}

export async function openRequest(
  key: CryptoKey,
  id: string,
  sealed: Sealed,
): Promise<PreparedRequest> {
  const bytes = await unseal(key, sealed, `request ${id}`)
  const [headBytes = 0] = new Uint32Array(bytes.slice(0, Uint32Array.BYTES_PER_ELEMENT))
  let at = Uint32Array.BYTES_PER_ELEMENT + headBytes
  const head = new TextDecoder().decode(bytes.slice(Uint32Array.BYTES_PER_ELEMENT, at))
  const { files, ...rest } = JSON.parse(head) as Head
  if (!files) return rest
  return {
    ...rest,
    files: files.map(({ field, name, type, bytes: size }) => {
      const content = new Blob([bytes.slice(at, at + size)], { type })
      at += size
      return { field, name, content }
    }),
  }
}
