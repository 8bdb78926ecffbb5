import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartupError } from '#server/platform/startup-error.ts'
import type { Part } from './manifest.ts'
import type { BackupPlace } from './place.ts'

/** Large enough for efficient streaming. */
const CHUNK_BYTES = 256 * 1024

/** @throws StartupError for an invalid public age key */
export function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new StartupError(
        `BACKUP_RECIPIENT contains an invalid age public key (${recipient.slice(0, 12)}…): check that no ` +
          'character is missing.',
      )
    }
  }
  return encrypter
}

type StoredPart = Pick<Part, 'bytes' | 'sha256'>

/** Compresses, encrypts and writes a stream, with at most a few chunks in memory. */
export async function writePart(
  place: BackupPlace,
  path: string,
  { rows, recipients }: { readonly rows: Readable; readonly recipients: readonly string[] },
): Promise<StoredPart> {
  const encrypter = encrypterFor(recipients)
  const compressed = createZstdCompress({ chunkSize: CHUNK_BYTES })
  const compressing = pipeline(rows, compressed)
  // If the source fails, that also ends the stream read here, which reports the error.
  compressing.catch(() => {})
  const sealed = await encrypter.encrypt(webStream(compressed))
  const hash = createHash('sha256')
  let bytes = 0
  const measured = async function* () {
    for await (const chunk of nodeStream(sealed)) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await place.write(path, measured())
  await compressing
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Refuses  missing, wrong length, wrong hash: first match wins
 *
 * @throws StartupError
 */
export async function checkPart(
  place: BackupPlace,
  path: string,
  { bytes, sha256 }: StoredPart,
): Promise<void> {
  const label = place.labelOf(path)
  const found = await readPart(place, path)
  if (found.bytes !== bytes) {
    found.content.destroy()
    throw new StartupError(`${label} has ${found.bytes} bytes, not the ${bytes} of the manifest.`)
  }
  const hash = createHash('sha256')
  await pipeline(found.content, hash)
  if (hash.digest('hex') !== sha256) {
    throw new StartupError(`${label} was changed: its SHA-256 is not that of the manifest.`)
  }
}

async function readPart(place: BackupPlace, path: string) {
  const found = await place.read(path)
  if (!found) throw new StartupError(`${place.labelOf(path)} is missing.`)
  return found
}

/** Opens a part as a stream of its content. @throws StartupError if no identity can decrypt it */
export async function openPart(
  place: BackupPlace,
  path: string,
  identities: readonly string[],
): Promise<Readable> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const { content } = await readPart(place, path)
  const opened = await decrypter.decrypt(webStream(content)).catch((error: Error) => {
    content.destroy()
    throw new StartupError(
      `${place.labelOf(path)} does not open with the identity of BACKUP_IDENTITY_FILE: it was encrypted for ` +
        'another recipient.',
      { cause: error },
    )
  })
  const plain = createZstdDecompress({ chunkSize: CHUNK_BYTES })
  // An error in any step reaches the reader through the last one.
  pipeline(nodeStream(opened), plain).catch(() => {})
  return plain
}

function webStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}

function nodeStream(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as import('node:stream/web').ReadableStream)
}
