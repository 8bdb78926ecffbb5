import { base64 } from '@scure/base'
import type { LogSource } from '#shared/proofs/observe-log.ts'
import { hashesOfRanges, type TileReader, tilePath } from '#shared/proofs/tiles.ts'
import { HASH_BYTES, portableHashing } from '#shared/proofs/tree-hashing.ts'
import { consistencyRanges } from '#shared/proofs/tree-ranges.ts'
import type { EndorsedKey } from '#shared/proofs/trusted-keys.ts'

const RESPONSE_MS_MAX = 15_000
const RESPONSE_BYTES_MAX = 1_000_000

/** The log is unreachable, or another service responds in its place. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
}

/**
 * A log served over HTTP. Uses the proofs that the log computes; if the log offers none, they are
 * computed from its tiles.
 *
 * @param url the base URL of the log, under which its checkpoint is served
 * Source: C2SP tlog-tiles
 */
export function httpLog(url: string): LogSource {
  const base = url.replace(/\/+$/, '')
  const read = (path: string) => readResponse(`${base}/${path}`)
  return {
    async checkpoint() {
      const response = await read('checkpoint')
      if (!response) throw new NoResponse(`${base}/checkpoint does not exist`)
      return response.toString('utf8')
    },
    async keys() {
      const response = await read('keys')
      return response ? keysIn(response) : []
    },
    async consistency(from, to) {
      const response = await read(`consistency?from=${from}&to=${to}`)
      return response ? hashesIn(response) : proofFromTiles(read, from, to)
    },
  }
}

type Read = (path: string) => Promise<Buffer | undefined>

/** @returns undefined if the log refuses */
async function readResponse(url: string): Promise<Buffer | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(RESPONSE_MS_MAX) })
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      await response.body?.cancel()
      return undefined
    }
    if (!response.ok) throw new NoResponse(`${url} answered ${response.status}`)
    return await bodyOf(response)
  } catch (error) {
    if (error instanceof NoResponse) throw error
    const { cause, message } = error as Error
    throw new NoResponse(`${url}: ${cause instanceof Error ? cause.message : message}`)
  }
}

async function bodyOf(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > RESPONSE_BYTES_MAX)
      throw new NoResponse(`${response.url} sent a response that is too large`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function keysIn(response: Buffer): EndorsedKey[] {
  const { keys } = jsonOf(response) as { keys?: unknown }
  if (!Array.isArray(keys)) return []
  return keys.filter(
    (key): key is EndorsedKey =>
      typeof key?.vkey === 'string' &&
      (key.endorsement === null || typeof key.endorsement === 'string'),
  )
}

function hashesIn(response: Buffer): string[] | null {
  const { hashes } = jsonOf(response) as { hashes?: unknown }
  const isList = Array.isArray(hashes) && hashes.every((hash) => typeof hash === 'string')
  return isList ? hashes : null
}

function jsonOf(response: Buffer): object {
  try {
    return Object(JSON.parse(response.toString('utf8')))
  } catch {
    return {}
  }
}

async function proofFromTiles(read: Read, from: number, to: number): Promise<string[] | null> {
  let isMissing = false
  const tiles: TileReader = {
    read: (wanted) =>
      Promise.all(
        wanted.map(async (tile) => {
          const hashes = await read(tilePath(tile, tile.width))
          if (hashes?.length === tile.width * HASH_BYTES) return hashes
          isMissing = true
          return Buffer.alloc(tile.width * HASH_BYTES)
        }),
      ),
  }
  const ranges = consistencyRanges(from, to)
  const hashes = await hashesOfRanges(tiles, portableHashing, { ranges, size: to })
  return isMissing ? null : hashes.map((hash) => base64.encode(hash))
}
