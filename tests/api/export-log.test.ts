import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportToFile, exportToFolder } from '#scripts/audit/export-log.ts'
import { signersOf } from '#server/features/signed-log/log-signer.ts'
import { signCheckpoint } from '#server/features/signed-log/sign-checkpoint.ts'
import { openTestApp } from './support/app.ts'

const { services } = await openTestApp()
const { pool, catalog } = services
const root = await mkdtemp(join(tmpdir(), 'keel-export-'))
afterAll(() => rm(root, { recursive: true }))
beforeAll(() => signCheckpoint(services, signersOf(services.config)))

const segmentsOf = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith('.gz'))

test.each([
  ['with texts', true, 'with the texts of people: give --full', 0o600],
  ['without texts', false, 'without the texts of people: leave --full out', 0o644],
])('an export %s is continued only in the same mode', async (name, isFull, refusal, mode) => {
  const folder = await mkdtemp(join(root, name))
  await exportToFolder(pool, folder, { catalog, isFull })
  const [segment = ''] = await segmentsOf(folder)
  expect((await stat(join(folder, segment))).mode & 0o777).toBe(mode)
  const before = await readFile(join(folder, segment))

  await expect(exportToFolder(pool, folder, { catalog, isFull: !isFull })).rejects.toThrow(refusal)
  await exportToFolder(pool, folder, { catalog, isFull })
  expect(await segmentsOf(folder)).toEqual([segment])
  expect(await readFile(join(folder, segment))).toEqual(before)
})

describe('an export to a file that exists', () => {
  const existing = async () => {
    const folder = await mkdtemp(join(root, 'file-'))
    const path = join(folder, 'log.gz')
    await writeFile(path, 'earlier', { mode: 0o644 })
    // Left behind by a killed export.
    await writeFile(`${path}.part`, 'unfinished', { mode: 0o644 })
    return { folder, path }
  }

  test('replaces it, and only its owner can read the texts', async () => {
    const { folder, path } = await existing()
    await exportToFile(pool, path, { catalog, isFull: true, after: 0 })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['log.gz'])
  })

  test('keeps it if the export fails', async () => {
    const { folder, path } = await existing()
    const onProgress = () => {
      throw new Error('the database is gone')
    }
    const exporting = exportToFile(pool, path, { catalog, isFull: true, after: 0, onProgress })
    await expect(exporting).rejects.toThrow('the database is gone')
    expect(await readFile(path, 'utf8')).toBe('earlier')
    expect(await readdir(folder)).toEqual(['log.gz'])
  })
})
