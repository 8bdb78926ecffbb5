import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { type ErasedPerson, openErasures } from '#server/platform/erasures.ts'

const run = promisify(execFile)
const READER = fileURLToPath(new URL('./reading-erasures.ts', import.meta.url))

const folder = await mkdtemp(join(tmpdir(), 'exchange-erasures-'))
afterAll(() => rm(folder, { recursive: true }))

const erased = (): ErasedPerson => ({
  userId: randomUUID(),
  userNo: '7',
  at: '2026-11-22T10:00:00.000Z',
})

async function listed(register: string): Promise<ErasedPerson[]> {
  const people: ErasedPerson[] = []
  for await (const some of openErasures(register).all()) people.push(...some)
  return people
}

it('thousands of erased people are read with few open files', async () => {
  const register = join(folder, 'thousands')
  const { add } = openErasures(register)
  await add(erased())
  const people = Array.from({ length: 2_999 }, erased)
  for (const person of people) {
    await writeFile(join(register, `${person.userId}.json`), JSON.stringify(person))
  }
  // Node itself opens about twenty.
  const command = `ulimit -n 120 && exec "${process.execPath}" "${READER}" "${register}"`
  const { stdout } = await run('sh', ['-c', command])
  expect(stdout).toBe('3000')
})

it('a person is listed once, and only when the file is complete', async () => {
  const register = join(folder, 'once')
  const { add } = openErasures(register)
  expect(await listed(register)).toEqual([])
  const person = erased()
  await add(person)
  await add(person)
  // Left by a process that was killed while writing.
  await writeFile(join(register, `${randomUUID()}.json.new`), '{"userId":')
  expect(await listed(register)).toEqual([person])
  expect(await readdir(register)).toHaveLength(2)
})
