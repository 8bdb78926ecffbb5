import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoLogIns, seedDemo } from '#scripts/seed-demo.ts'
import type { App } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import { StepRefused } from './caller.ts'

/** In DATA_DIR, so that deleting the folder deletes it too. */
const FAILED = 'demo-data-failed.txt'

/**
 * Fills the database of a demo at its start. If a step fails, the server keeps running with what is
 * there, and reports the failure at each start. Later starts do not continue that history, because
 * people have used the demo in between. If the server was stopped, the next start does continue.
 *
 * @returns lines to print at the start
 */
export async function seedOnce(
  app: App,
  services: Services,
  seed = seedDemo,
): Promise<readonly string[]> {
  const { config, logger } = services
  const note = join(config.dataDir, FAILED)
  const withLogIns = async (line: string) => [...(await demoLogIns(services).catch(() => [])), line]
  const failed = await readFile(note, 'utf8').catch(() => undefined)
  if (failed !== undefined) return withLogIns(failed)
  try {
    return await seed(app, services)
  } catch (error) {
    if (app.drain.isUnderWay) throw error
    const line =
      `Some of the demo data is missing (${reasonOf(error)}). Everything else works. ` +
      `To start over with all of it, stop the server and delete ${config.dataDir}.`
    logger.error({ err: error }, 'the demo data is incomplete')
    await writeFile(note, line).catch((unwritable) => {
      logger.error({ err: unwritable }, 'the next start tries the demo data again')
    })
    return withLogIns(line)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof StepRefused) return `${error.step}: ${error.code}`
  return error instanceof Error ? error.message : String(error)
}
