import { within } from '#pwa/loading/time-limit.ts'
import type { PreparedRequest } from '../api-request.ts'
import { type Sealed, seal, unseal } from '../seal.ts'
import { submissionError } from '../submission-error.ts'
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

/** WebKit never responds for a file that is gone from the disk. */
const READ_MS_MAX = 15_000

/**
 * A request as one byte array: the length of its head, the head in JSON, then the files. A File
 * only refers to the disk, and on phones the reference expires, so its bytes are copied. WebKit
 * keeps no Blob in a private window, and after a restart it sends a part of one, so there is none
 * here.
 */
export async function packRequest({
  files,
  ...rest
}: PreparedRequest): Promise<Uint8Array<ArrayBuffer>> {
  const reading = Promise.all((files ?? []).map(({ content }) => content.arrayBuffer()))
  const parts = await within(READ_MS_MAX, reading).catch(() => {
    throw submissionError('file.unreadable')
  })
  const labels = files?.map(({ field, name, content: { type } }, index) => ({
    field,
    name,
    type,
    bytes: parts[index]?.byteLength ?? 0,
  }))
  const head = new TextEncoder().encode(JSON.stringify({ ...rest, files: labels } satisfies Head))
  return joined([new Uint32Array([head.length]).buffer, head, ...parts])
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

function joined(parts: readonly (ArrayBuffer | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    whole.set(new Uint8Array(part), at)
    at += part.byteLength
  }
  return whole
}

export function sealRequest(
  key: CryptoKey,
  id: string,
  packed: Uint8Array<ArrayBuffer>,
): Promise<Sealed> {
  return seal(key, packed, `request ${id}`)
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
