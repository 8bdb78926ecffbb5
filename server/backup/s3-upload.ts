import type { CompletedPart } from '@aws-sdk/client-s3'
import type { S3Connection } from '#server/platform/stores/s3-connection.ts'

/** S3 requires at least 5 MB for each part except the last. */
const PART_BYTES = 16 * 1024 * 1024
/**
 * S3 allows 10,000 parts. The size of parts doubles after this many, which allows objects of 1 TB.
 */
const PARTS_OF_A_SIZE = 2_000

/**
 * Stores a stream of unknown length as one object, with a few parts of it in memory. The object
 * appears when it is complete; a failure leaves nothing behind.
 *
 * @throws StoreUnavailable, and errors of the stream
 */
export async function uploadInParts(
  connection: S3Connection,
  name: string,
  content: AsyncIterable<Uint8Array>,
  partBytes = PART_BYTES,
): Promise<void> {
  const parts = partsOf(content, partBytes)
  try {
    const { value: first = Buffer.alloc(0) } = await parts.next()
    const { value: second } = await parts.next()
    if (second === undefined) await connection.put(name, first)
    else await uploadMany(connection, name, chained([first, second], parts))
  } finally {
    await parts.return(undefined)
  }
}

async function uploadMany(
  { sdk, call, placeOf }: S3Connection,
  name: string,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  const { UploadId } = await call((s3, options) =>
    s3.send(new sdk.CreateMultipartUploadCommand(placeOf(name)), options),
  )
  const upload = { ...placeOf(name), UploadId }
  const send = (PartNumber: number, Body: Buffer): Promise<CompletedPart> =>
    call(async (s3, options) => {
      const command = new sdk.UploadPartCommand({ ...upload, PartNumber, Body })
      const { ETag } = await s3.send(command, options)
      return { PartNumber, ETag }
    })
  try {
    const Parts: CompletedPart[] = []
    let sending: Promise<CompletedPart> | undefined
    // The next part is collected while one is being sent.
    for await (const part of parts) {
      if (sending !== undefined) Parts.push(await sending)
      sending = send(Parts.length + 1, part)
      // It is awaited together with the next part, which may take long.
      sending.catch(() => {})
    }
    if (sending !== undefined) Parts.push(await sending)
    await call((s3, options) =>
      s3.send(
        new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
        options,
      ),
    )
  } catch (error) {
    // The store keeps, and charges for, the parts of an unfinished upload.
    await call((s3, options) =>
      s3.send(new sdk.AbortMultipartUploadCommand(upload), options),
    ).catch(() => {})
    throw error
  }
}

async function* partsOf(
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, undefined> {
  let [chunks, bytes, sent]: [Uint8Array[], number, number] = [[], 0, 0]
  for await (const chunk of content) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes * 2 ** Math.floor(sent / PARTS_OF_A_SIZE)) continue
    yield Buffer.concat(chunks)
    sent += 1
    chunks = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(chunks)
}

async function* chained<T>(start: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* start
  yield* rest
}
