import { openS3Connection, type S3Patience } from '#server/platform/stores/s3-connection.ts'
import type { S3Address } from '#server/platform/stores/store-address.ts'
import { SECOND_MS } from '#shared/time.ts'
import type { BackupPlace } from './place.ts'
import { uploadInParts } from './s3-upload.ts'

/** No user waits for a response, and a part of a large file may be slow to transfer. */
const PATIENCE: S3Patience = { attemptMs: 60 * SECOND_MS, totalMs: 200 * SECOND_MS }

export async function openS3Place(
  address: S3Address,
  patience: S3Patience = PATIENCE,
): Promise<BackupPlace> {
  const connection = await openS3Connection(address, patience)
  const { sdk, call, placeOf } = connection

  /** The keys in a folder, without the prefix: subfolders as one name each, or all keys. */
  async function keysIn(folder: string, Delimiter?: '/'): Promise<string[]> {
    const { Bucket, Key } = placeOf(folder === '' ? '' : `${folder}/`)
    const keys: string[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await call((s3, options) =>
        s3.send(
          new sdk.ListObjectsV2Command({ Bucket, Prefix: Key, Delimiter, ContinuationToken }),
          options,
        ),
      )
      for (const { Key: key = '' } of page.Contents ?? []) keys.push(key)
      for (const { Prefix: below = '' } of page.CommonPrefixes ?? []) keys.push(below)
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
    return keys.map((key) => key.slice(Key.length))
  }

  return {
    labelOf: (path = '') => `s3://${address.bucket}/${placeOf(path).Key}`,
    list: async (folder) => (await keysIn(folder, '/')).map((name) => name.replace(/\/$/, '')),
    write: (path, content) => uploadInParts(connection, path, content),
    read: connection.get,
    async remove(folder) {
      for (const name of await keysIn(folder)) await connection.remove(`${folder}/${name}`)
    },
    close: connection.close,
  }
}
