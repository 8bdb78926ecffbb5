import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { readCheckpoint } from '#shared/contract/signed-log.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { storedIn } from './support/stored.ts'

test.use({ stage: 'own' })

const WARNING = 'Past records were changed'

const warningOn = (page: Page) => page.getByRole('dialog', { name: WARNING })

/** The checkpoint that the device has verified, as a note. */
async function keptNote(page: Page): Promise<string> {
  await expect.poll(() => storedIn(page, 'signedLog')).toHaveLength(1)
  const [row = ''] = await storedIn(page, 'signedLog')
  return JSON.parse(row).witnessed.newest
}

/**
 * Moves a deposit back by an hour and signs the whole log again with its own key. No hash of an
 * event changes, so verifying the ledger finds nothing.
 */
async function backdate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`update event set recorded_at = recorded_at - interval '1 hour'
    where position = (select max(position) from event where type = 'DepositApproved')`)
  await client.query('truncate log_tile, log_checkpoint')
  await client.end()
}

test('a server that rewrites its log is caught by a device that saw the original', {
  tag: '@phone',
}, async ({ people, open, server, database, console }) => {
  console.expects(NO_NETWORK)
  const person = await people.customer({ USDT: '500' })
  await server.signLog()
  const page = await (await open(person)).newPage()
  await page.goto('/')
  const kept = await keptNote(page)

  await server.stop()
  await backdate(database?.url as string)
  await server.start()
  await server.signLog()
  const shown = await (await fetch(`${server.origin}${readCheckpoint.path}`)).text()

  await test.step('the warning stays until it is read, and the evidence can be saved', async () => {
    await page.reload()
    await expect(warningOn(page)).toContainText('Do not deposit anything until this is explained.')
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(warningOn(page)).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the evidence' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^keel-log-evidence-\d{4}-\d\d-\d\d\.txt$/)
    const evidence = await readFile(await file.path(), 'utf8')
    expect(evidence).toMatch(/^finding: (fork|inconsistent):/m)
    expect(evidence).toContain(kept)
    expect(evidence).toContain(shown)
    await page.getByRole('button', { name: 'I have read this' }).click()
    await expect(warningOn(page)).toBeHidden()
  })

  await test.step('every page shows a reminder until the user trusts the log again', async () => {
    await page.getByRole('link', { name: 'Details' }).click()
    const card = page.getByRole('region', { name: 'Signed log' })
    await expect(card).toContainText(WARNING)
    await card.getByRole('button', { name: 'Trust the log again' }).click()
    const question = page.getByRole('dialog', { name: 'Trust the log again?' })
    await question.getByRole('button', { name: 'Trust the log again' }).click()
    await expect(page.getByText(WARNING)).toHaveCount(0)
    expect(await keptNote(page)).toBe(shown)
  })

  await test.step('a device without an earlier checkpoint raises no alarm', async () => {
    const other = await (await open(person)).newPage()
    await other.goto('/about')
    expect(await keptNote(other)).toBe(shown)
    await expect(other.getByText('Last verified by this device')).toBeVisible()
    expect(await storedIn(other, 'logAlarms')).toEqual([])
  })
})
