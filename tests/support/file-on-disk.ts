import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { ReceivedFile } from '#server/platform/multipart.ts'
import type { FilePart } from '#tests/api/support/client.ts'

const folder = mkdtemp(join(tmpdir(), 'exchange-received-'))
afterAll(async () => rm(await folder, { recursive: true, force: true }))

/** Writes a file as a received form does; it is deleted after the tests of the file. */
export async function fileOnDisk({ name, content }: FilePart): Promise<ReceivedFile> {
  const path = join(await folder, randomUUID())
  await writeFile(path, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name, path, bytes: content.length, sha256 }
}
