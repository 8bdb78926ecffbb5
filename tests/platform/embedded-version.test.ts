import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#scripts/postgres/embedded-postgres.ts'
import { StartupError } from '#server/platform/startup-error.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'other-major-'))
  await mkdir(join(folder, 'postgres'))
  await writeFile(join(folder, 'postgres.password'), 'secret')
})

afterEach(() => rm(folder, { recursive: true }))

test.each(['15', '99'])(
  'a folder of PostgreSQL %s is not changed, and the message says what to do',
  async (major) => {
    const cluster = join(folder, 'postgres')
    await writeFile(join(cluster, 'PG_VERSION'), `${major}\n`)
    const fault = await startEmbeddedPostgres(folder).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(StartupError)
    const { message } = fault as StartupError
    expect(message).toContain(`${cluster} belongs to PostgreSQL ${major}`)
    expect(message).toContain('Nothing was changed')
    expect(message).toMatch(/npm run backup -- DIR.*npm run restore -- DIR/s)
    expect(await readdir(cluster)).toEqual(['PG_VERSION'])
    expect(await readFile(join(folder, 'postgres.password'), 'utf8')).toBe('secret')
  },
)
