import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { S3Client } from '@aws-sdk/client-s3'
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleType } from 'cockatiel'
import { type ObjectStore, StoreUnavailable } from '#server/platform/stores/object-store.ts'
import type { S3Address } from '#server/platform/stores/store-address.ts'
import { SECOND_MS } from '#shared/time.ts'

/** Milliseconds. */
export interface StorePatience {
  /** One attempt. */
  readonly attemptMs: number
  /** All attempts together: less than the app waits for its answer. */
  readonly totalMs: number
  /** How long a store that has failed several times in a row is left alone. */
  readonly restMs: number
}

const PATIENCE: StorePatience = {
  attemptMs: 8 * SECOND_MS,
  totalMs: 15 * SECOND_MS,
  restMs: 5 * SECOND_MS,
}
const ATTEMPTS = 3
const CONNECT_MS_MAX = 3 * SECOND_MS
const FAILURES_BEFORE_REST = 3

/** Written when a server starts and read by its checks; holds nothing private. */
const PROBE = 'probe'

/**
 * Objects in a bucket of S3, or of any store that speaks its protocol. The library is loaded here, so
 * that a server that keeps files in a folder does not wait for it.
 */
export async function openS3Store(
  address: S3Address,
  patience: StorePatience = PATIENCE,
): Promise<ObjectStore> {
  const { bucket, prefix, endpoint, region, url } = address
  const sdk = await import('@aws-sdk/client-s3')
  // Stores other than Amazon's take any region; the library asks the environment for theirs.
  const anyRegion = endpoint && !process.env.AWS_REGION ? 'us-east-1' : undefined
  const known = region ?? anyRegion
  const client: S3Client = new sdk.S3Client({
    ...(known ? { region: known } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    maxAttempts: ATTEMPTS,
    // The request's signature covers its content already, and not every store knows these sums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_MS_MAX, patience.attemptMs),
      requestTimeout: patience.attemptMs,
      throwOnRequestTimeout: true,
    },
  })
  // A store that hangs must not hold every upload for the whole of its patience.
  const breaker = circuitBreaker(handleType(StoreUnavailable), {
    breaker: new ConsecutiveBreaker(FAILURES_BEFORE_REST),
    halfOpenAfter: patience.restMs,
  })
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const attempt = async <T>(work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), patience.totalMs)
    try {
      return await work(deadline.signal)
    } catch (error) {
      throw faultOf(error, address)
    } finally {
      // The signal would also end the reading of a body that a slow client waits for.
      clearTimeout(timer)
    }
  }
  const within = <T>(work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> =>
    breaker
      .execute(() => attempt(work))
      .catch((error) => {
        if (!(error instanceof BrokenCircuitError)) throw error
        throw new StoreUnavailable(url, 'has failed several times in a row', {
          isLasting: false,
          cause: error,
        })
      })
  const put = (name: string, content: Buffer) =>
    within(async (abortSignal) => {
      const input = { Bucket: bucket, Key: keyOf(name), Body: content }
      await client.send(new sdk.PutObjectCommand(input), { abortSignal })
    })
  const get = (name: string) =>
    within(async (abortSignal) => {
      const input = { Bucket: bucket, Key: keyOf(name) }
      try {
        const found = await client.send(new sdk.GetObjectCommand(input), { abortSignal })
        // In Node the body is a stream of Node.
        const content = endingStalls(found.Body as Readable, url, patience.attemptMs)
        return { bytes: found.ContentLength ?? 0, content }
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return undefined
        throw error
      }
    })
  const remove = (name: string) =>
    within(async (abortSignal) => {
      const input = { Bucket: bucket, Key: keyOf(name) }
      await client.send(new sdk.DeleteObjectCommand(input), { abortSignal })
    })
  const check = async () => {
    // Read to its end, so that the connection is used again.
    const found = await get(PROBE)
    if (found) await buffer(found.content)
  }
  return {
    label: url,
    isRemote: true,
    put,
    get,
    remove,
    async replace(name, by) {
      const found = await get(by)
      if (!found) return
      await put(name, await buffer(found.content))
      await remove(by)
    },
    check,
    async prove() {
      await put(PROBE, Buffer.from('This object shows that files can be stored here.\n'))
      await check()
    },
    close: () => client.destroy(),
  }
}

/** Passes a body on, and fails when the store sends nothing for a while. */
function endingStalls(body: Readable, label: string, idleMs: number): Readable {
  const watched = Readable.from(chunksOf(body, label, idleMs))
  // Also where reading never began.
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

/** What an operator can do about a failed call. */
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
  return new StoreUnavailable(url, `does not answer (${reason})`, {
    isLasting: false,
    cause: error,
  })
}
