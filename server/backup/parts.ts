import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartupError } from '#server/platform/startup-error.ts'
import type { Part } from './manifest.ts'

/** Large enough that each step of the stream has work to do. */
const CHUNK_BYTES = 256 * 1024

type StoredPart = Pick<Part, 'bytes' | 'sha256'>

/** Compresses, encrypts and writes a stream without holding more than a few chunks of it. */
export async function writePart(
  path: string,
  source: Readable,
  recipients: readonly string[],
): Promise<StoredPart> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const compressed = createZstdCompress({ chunkSize: CHUNK_BYTES })
  const compressing = pipeline(source, compressed)
  // A source that fails also ends the stream that is read from here.
  compressing.catch(() => {})
  const sealed = await encrypter.encrypt(webStream(compressed))
  const hash = createHash('sha256')
  let bytes = 0
  const measured = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const file = createWriteStream(path, { mode: 0o600, flush: true, highWaterMark: CHUNK_BYTES })
  await pipeline(nodeStream(sealed), measured, file)
  await compressing
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Refuses  missing, another length, another hash: first match wins
 *
 * @throws StartupError
 */
export async function checkPart(path: string, { bytes, sha256 }: StoredPart): Promise<void> {
  const found = await stat(path).catch(() => {
    throw new StartupError(`${path} is missing.`)
  })
  if (found.size !== bytes) {
    throw new StartupError(`${path} has ${found.size} bytes, not the ${bytes} of the manifest.`)
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), hash)
  if (hash.digest('hex') !== sha256) {
    throw new StartupError(`${path} was changed: its SHA-256 is not that of the manifest.`)
  }
}

/** The content of a part, as it is read. @throws StartupError where no identity opens it */
export async function openPart(path: string, identities: readonly string[]): Promise<Readable> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  const opened = await decrypter.decrypt(webStream(file)).catch((error: Error) => {
    file.destroy()
    throw new StartupError(
      `${path} does not open with the identity of BACKUP_IDENTITY_FILE: it was encrypted for ` +
        'another recipient.',
      { cause: error },
    )
  })
  const plain = createZstdDecompress({ chunkSize: CHUNK_BYTES })
  // A fault of a step reaches the reader through the last one.
  pipeline(nodeStream(opened), plain).catch(() => {})
  return plain
}

function webStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}

function nodeStream(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as import('node:stream/web').ReadableStream)
}
