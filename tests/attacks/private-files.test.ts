import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { beginSealing } from '#server/features/loans/seal-documents.ts'
import { readFile as readUpload } from '#shared/contract/files.ts'
import { applyForLoan, submitLoan, uploadLoanDocument } from '#shared/contract/loans.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { pdf } from '#tests/api/support/documents.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { newUser, type Person } from '#tests/api/support/traders.ts'
import { inEveryPlace, LOAN_APPLICATION } from '#tests/support/loan-application.ts'
import { eventually } from '#tests/support/wait.ts'

const world = await openTestApp()

const folder = join(world.services.config.dataDir, 'uploads')
const pathOf = (id: string) => join(folder, id.slice(0, 2), id)

async function filesOnDisk(): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
}

it('a thief with the disk of the server cannot read any ID photo or loan document', async () => {
  const { client } = await newUser(world)
  const other = await newUser(world)
  const image = await photo()
  await client.call(uploadLoanDocument, { body: {}, files: { file: image } })
  await client.call(submitLoan, {
    body: { amount: '500', purpose: 'A van', duration: 30 },
    files: { documents: [pdf()] },
  })
  await other.client.call(applyForLoan, {
    body: LOAN_APPLICATION,
    files: inEveryPlace(image),
  })
  expect(await filesOnDisk()).toHaveLength(5)
  expect(await plainFiles()).toEqual([])
})

const SEALER = fileURLToPath(new URL('../api/support/sealing-process.ts', import.meta.url))

it('a thief with the disk of the server cannot read loan files stored before such files were sealed', async () => {
  const { pool } = world.database
  const owner = await newUser(world)
  const before = await storedInPlain(owner)
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = [...before.keys()].sort()
  const stateOf = async (id: string) => {
    const { rows } = await pool.query(
      'select sealed_for is not null as sealed, has_plain_file as plain from upload where id = $1',
      [id],
    )
    return rows[0]
  }

  // The sealing stops at the third file and is killed there.
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from upload where id = $1 for update', [third])
  const sealing = startSealing()
  await eventually(async () => {
    expect(await stateOf(second)).toEqual({ sealed: true, plain: false })
  })
  sealing.kill('SIGKILL')
  await once(sealing, 'exit')
  await holder.query('rollback')
  holder.release()
  expect(await stateOf(first)).toEqual({ sealed: true, plain: false })
  expect(await stateOf(third)).toEqual({ sealed: false, plain: false })

  // Killed at other points: with half a copy, and with a copy that has not replaced its file.
  await writeFile(`${pathOf(fourth)}.sealed`, 'half a copy')
  const copy = await world.services.vault.seal(
    owner.userId,
    `upload ${fifth}`,
    await readFile(pathOf(fifth)),
  )
  await writeFile(`${pathOf(fifth)}.sealed`, copy)
  await pool.query('update upload set sealed_for = $2, has_plain_file = true where id = $1', [
    fifth,
    owner.userId,
  ])
  expect(await contentsOf(owner, [...before.keys()])).toEqual(before)

  await beginSealing(world.services)
  await eventually(async () => expect(await plainFiles()).toEqual([]))
  for (const id of before.keys()) {
    await eventually(async () => {
      expect(await stateOf(id)).toEqual({ sealed: true, plain: false })
    })
  }
  expect(await contentsOf(owner, [...before.keys()])).toEqual(before)
  const names = await readdir(folder, { recursive: true })
  expect(names.filter((name) => name.endsWith('.sealed'))).toEqual([])
})

/** A loan with five documents, stored as they were before documents of loans were sealed. */
async function storedInPlain(owner: Person): Promise<Map<string, string>> {
  const { loan } = await owner.client.call(submitLoan, {
    body: { amount: '500', purpose: 'A van', duration: 30 },
    files: { documents: [1, 2, 3, 4, 5].map((count) => pdf('a.pdf', '%'.repeat(count))) },
  })
  const ids = loan.documents.files.map(({ id }) => id)
  const contents = await contentsOf(owner, ids)
  for (const [id, content] of contents) await writeFile(pathOf(id), content)
  await world.database.pool.query('update upload set sealed_for = null where id = any ($1)', [ids])
  expect(await plainFiles()).toHaveLength(5)
  return contents
}

async function contentsOf(owner: Person, ids: readonly string[]): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  for (const id of ids) {
    const { status, text } = await owner.client.send(readUpload, { params: { id }, query: {} })
    expect(status).toBe(200)
    contents.set(id, text)
  }
  return contents
}

function startSealing(): ChildProcess {
  const { dataDir, masterKeys } = world.services.config
  return spawn(process.execPath, [SEALER], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_URL: world.database.applicationUrl,
      DATA_DIR: dataDir,
      MASTER_KEY: masterKeys[0].toString('base64'),
    },
    stdio: 'inherit',
  })
}

/** Texts and bytes that a reader of the disk would recognise. */
async function plainFiles(): Promise<string[]> {
  const starts = (await filesOnDisk()).map((file) => file.toString('latin1', 0, 4))
  return starts.filter((start) => ['\xff\xd8\xff\xe0', '\xff\xd8\xff\xdb', '%PDF'].includes(start))
}
