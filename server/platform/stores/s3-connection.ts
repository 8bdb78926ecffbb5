import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { type StoredObject, StoreUnavailable } from '#server/platform/stores/object-store.ts'
import type { S3Address } from '#server/platform/stores/store-address.ts'
import { SECOND_MS } from '#shared/time.ts'

/** Milliseconds. */
export interface S3Patience {
  /** One attempt. */
  readonly attemptMs: number
  /** All attempts together. */
  readonly totalMs: number
}

const ATTEMPTS = 3
const CONNECT_MS_MAX = 3 * SECOND_MS

export type S3Connection = Awaited<ReturnType<typeof openS3Connection>>

/**
 * A bucket in S3, or in any S3-compatible store. The library is loaded here, so that a server that
 * keeps files in a folder does not wait for it.
 */
export async function openS3Connection(address: S3Address, patience: S3Patience) {
  const { bucket: Bucket, prefix, endpoint, region, url } = address
  const sdk = await import('@aws-sdk/client-s3')
  // Stores other than Amazon's accept any region; without one, the library would read the
  // environment.
  const anyRegion = endpoint && !process.env.AWS_REGION ? 'us-east-1' : undefined
  const known = region ?? anyRegion
  const client: S3Client = new sdk.S3Client({
    ...(known ? { region: known } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    maxAttempts: ATTEMPTS,
    // The request's signature already covers the content, and not every store supports checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_MS_MAX, patience.attemptMs),
      requestTimeout: patience.attemptMs,
      throwOnRequestTimeout: true,
    },
  })
  const placeOf = (name: string) => ({ Bucket, Key: prefix ? `${prefix}/${name}` : name })
  /** Runs calls of the library within the timeouts. @throws StoreUnavailable */
  const call = async <T>(
    work: (s3: S3Client, options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), patience.totalMs)
    try {
      return await work(client, { abortSignal: deadline.signal })
    } catch (error) {
      throw faultOf(error, address)
    } finally {
      // Otherwise the signal would also abort a body that a slow client is still reading.
      clearTimeout(timer)
    }
  }
  return {
    label: url,
    sdk,
    placeOf,
    call,
    put: (name: string, content: Buffer): Promise<void> =>
      call(async (s3, options) => {
        await s3.send(new sdk.PutObjectCommand({ ...placeOf(name), Body: content }), options)
      }),
    get: (name: string): Promise<StoredObject | undefined> =>
      call(async (s3, options) => {
        try {
          const found = await s3.send(new sdk.GetObjectCommand(placeOf(name)), options)
          // In Node, the body is a Node stream.
          const content = endingStalls(found.Body as Readable, url, patience.attemptMs)
          return { bytes: found.ContentLength ?? 0, content }
        } catch (error) {
          if (error instanceof sdk.NoSuchKey) return undefined
          throw error
        }
      }),
    remove: (name: string): Promise<void> =>
      call(async (s3, options) => {
        await s3.send(new sdk.DeleteObjectCommand(placeOf(name)), options)
      }),
    close: () => client.destroy(),
  }
}

/** Passes a body through, and fails if the store sends nothing for a while. */
function endingStalls(body: Readable, label: string, idleMs: number): Readable {
  const watched = Readable.from(chunksOf(body, label, idleMs))
  // Also if reading never started.
  return watched.once('close', () => body.destroy())
}

async function* chunksOf(body: Readable, label: string, idleMs: number): AsyncGenerator<Buffer> {
  const cutShort = (cause: unknown) =>
    new StoreUnavailable(label, 'stopped in the middle of an object', { isLasting: false, cause })
  const chunks = body[Symbol.asyncIterator]()
  for (;;) {
    const watch = Promise.withResolvers<never>()
    const timer = setTimeout(() => watch.reject(new Error(`nothing came for ${idleMs} ms`)), idleMs)
    const next = await Promise.race([chunks.next(), watch.promise])
      .catch((error) => {
        throw cutShort(error)
      })
      .finally(() => clearTimeout(timer))
    if (next.done) return
    yield next.value
  }
}

const REFUSED = new Set(['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'])
const ELSEWHERE = new Set(['PermanentRedirect', 'AuthorizationHeaderMalformed'])
const UNCONFIGURED = new Set(['CredentialsProviderError', 'Region is missing'])

/** Describes a failed call in terms that an operator can act on. */
function faultOf(error: unknown, { bucket, url }: S3Address): StoreUnavailable {
  const { name, message, $metadata } = error as Error & {
    readonly $metadata?: { readonly httpStatusCode?: number }
  }
  const lasting = (fault: string) =>
    new StoreUnavailable(url, fault, { isLasting: true, cause: error })
  if (name === 'NoSuchBucket') return lasting(`has no bucket "${bucket}": create it`)
  if (ELSEWHERE.has(name)) return lasting('keeps this bucket in another region: set region=')
  if (UNCONFIGURED.has(name) || UNCONFIGURED.has(message)) {
    return lasting(
      'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and region= or AWS_REGION: set them',
    )
  }
  if (REFUSED.has(name) || $metadata?.httpStatusCode === 403) {
    return lasting(
      `refuses access (${name}): check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and their rights`,
    )
  }
  const reason = name === 'Error' ? message : name
  return new StoreUnavailable(url, `does not respond (${reason})`, {
    isLasting: false,
    cause: error,
  })
}
