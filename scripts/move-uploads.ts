import { join } from 'node:path'
import type pg from 'pg'
import { runCommand } from '#scripts/command-line.ts'
import { givenAddress } from '#scripts/given-address.ts'
import { withDatabase } from '#scripts/script-database.ts'
import { refuseOtherMasterKeys } from '#server/master-key-register.ts'
import type { Config } from '#server/platform/config.ts'
import { type MoveState, moveUploads } from '#server/platform/move-uploads.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { StoreUnavailable } from '#server/platform/stores/object-store.ts'
import { openStores } from '#server/platform/stores/open-stores.ts'
import {
  isSameStore,
  parseStoreAddress,
  type StoreAddress,
} from '#server/platform/stores/store-address.ts'
import { openUploadFiles } from '#server/platform/upload-files.ts'
import { uploadLeftovers } from '#server/platform/upload-leftovers.ts'
import { SECOND_MS } from '#shared/time.ts'

const REPORT_MS = 2 * SECOND_MS

const LINE = {
  usage: 'npm run uploads:move -- file:///folder|s3://bucket/prefix',
  about:
    'Moves every upload into one store, given as in UPLOADS_URL, while servers run. It can be stopped and\n' +
    'run again.',
  words: { least: 1, most: 1 },
}

await runCommand(LINE, async ({ words: [url = ''] }) => {
  const to = givenAddress(url, parseStoreAddress)
  await withDatabase((pool, { config }) => moveAll(pool, config, to))
})

async function moveAll(
  pool: pg.Pool,
  { dataDir, masterKeys, uploads: configured }: Config,
  to: StoreAddress,
): Promise<void> {
  await refuseOtherMasterKeys(pool, masterKeys)
  const stores = openStores({
    folder: join(dataDir, 'uploads'),
    address: to,
    known: [configured],
  })
  const files = openUploadFiles(stores, masterKeys)
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    await (await stores.at(stores.place)).prove()
    const state = await moveUploads(
      { pool, stores, files, leftovers: uploadLeftovers(pool, files) },
      { to, onFile: reportSometimes(), signal: stopping.signal },
    )
    say(progressOf(state))
    for (const id of state.missing) say(`The file of upload ${id} is missing; its row is kept.`)
    if (stopping.signal.aborted) say('Stopped. Run the same command again to continue.')
    if (!isSameStore(configured ?? stores.home, to)) {
      say(
        `New files still go elsewhere: set UPLOADS_URL=${to.url}, restart the servers, then run this command again.`,
      )
    }
    if (state.leftFiles > 0) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    throw new StartupError(
      `${error.message} What was moved stays moved. Run the same command again to continue.`,
    )
  } finally {
    await stores.close()
  }
}

function reportSometimes(): (state: MoveState) => void {
  let nextAt = 0
  return (state) => {
    if (Date.now() < nextAt) return
    nextAt = Date.now() + REPORT_MS
    say(`  ${progressOf(state)}`)
  }
}

function progressOf({ movedFiles, movedBytes, leftFiles }: MoveState): string {
  const megabytes = (movedBytes / 1024 / 1024).toFixed(1)
  return `${movedFiles} files moved and compared (${megabytes} MB), ${leftFiles} left`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
