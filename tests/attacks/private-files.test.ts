import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { applyForLoan, submitLoan, uploadLoanDocument } from '#shared/contract/loans.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { pdf } from '#tests/api/support/documents.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { newUser } from '#tests/api/support/traders.ts'

const world = await openTestApp()

async function filesOnDisk(): Promise<Buffer[]> {
  const folder = join(world.services.config.dataDir, 'uploads')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
}

it('a thief with the disk of the server reads no ID photo and no document of a loan', async () => {
  const { client } = await newUser(world)
  const other = await newUser(world)
  const image = await photo()
  await client.call(uploadLoanDocument, { body: {}, files: { file: image } })
  await client.call(submitLoan, {
    body: { amount: '500', purpose: 'A van', duration: 30 },
    files: { documents: [pdf()] },
  })
  await other.client.call(applyForLoan, {
    body: {
      fullName: 'Demo User',
      email: 'demo@example.com',
      phoneNumber: '+1 555 0100',
      dateOfBirth: '1990-12-31',
      amount: '1000',
      purpose: 'business',
      duration: '30',
      termsAccepted: 'true',
    },
    files: { frontId: image, backId: image, selfieWithId: image },
  })
  const files = await filesOnDisk()
  expect(files).toHaveLength(5)
  for (const file of files) {
    const start = file.toString('latin1', 0, 4)
    expect(['\xff\xd8\xff\xe0', '\xff\xd8\xff\xdb', '%PDF']).not.toContain(start)
  }
})
