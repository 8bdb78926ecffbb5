import { createHash, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReceivedFile } from '#server/platform/multipart.ts'
import type { FilePart } from '#tests/api/support/client.ts'

const folder = join(tmpdir(), `exchange-received-${randomUUID()}`)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Writes a file as a received form does. It is deleted after the tests. */
export async function fileOnDisk({ name, content }: FilePart): Promise<ReceivedFile> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  await writeFile(path, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name, path, bytes: content.length, sha256 }
}
