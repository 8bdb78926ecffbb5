import { writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { KEY, proofFile } from '#tests/proofs/support/proof-file.ts'
import { expect, test } from './support/journey.ts'

test('a saved page verifies a proof without a network', async ({ server, page, context }, info) => {
  const download = await fetch(`${server.origin}/verify.html`)
  expect(download.headers.get('content-disposition')).toContain('attachment')
  const saved = info.outputPath('verify.html')
  await writeFile(saved, await download.text())
  await context.setOffline(true)
  await page.goto(pathToFileURL(saved).href)

  const proof = (text: string) => ({
    ...{ name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(text) },
  })
  const sound = JSON.stringify(proofFile())
  const result = page.getByRole('status')
  await page.getByLabel('Choose the file').setInputFiles(proof(sound))
  await expect(result).toContainText('Event 3: DepositApproved')
  await expect(result).toContainText('its author has chosen it')
  await page.getByLabel('Key of the log').fill(KEY.vkey)
  await expect(result).not.toContainText('its author has chosen it')
  await expect(result.getByText('Proved', { exact: true })).toBeVisible()

  const changed = sound.replace('"amount":"500"', '"amount":"501"')
  await page.getByLabel('Choose the file').setInputFiles(proof(changed))
  await expect(result.getByText('Not proved', { exact: true })).toBeVisible()
  await expect(result.getByRole('listitem').first()).toContainText('No')
})
