import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Contradiction, WitnessState, WitnessStore } from './witness.ts'

const STATE_FILE = 'witness.json'

/** Stores the state of a witness in a folder, atomically. */
export async function openWitnessFolder(folder: string): Promise<WitnessStore> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, STATE_FILE)
  return {
    async read() {
      try {
        return JSON.parse(await readFile(path, 'utf8')) as WitnessState
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
          return { witnessed: undefined, isAlarmed: false }
        }
        // A lost state is no reason to trust the log from scratch.
        throw new Error(`${path} cannot be read: ${(error as Error).message}`)
      }
    },
    async write(state) {
      await writeDurably(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`)
      await rename(`${path}.new`, path)
      await syncFolder(folder)
    },
  }
}

/** Stores two contradictory statements of a log. @returns the file */
export async function writeEvidence(folder: string, evidence: Contradiction): Promise<string> {
  const at = new Date(evidence.testimony.atMs).toISOString().replaceAll(':', '-')
  const path = join(folder, `inconsistency-${at}.json`)
  await writeFile(path, `${JSON.stringify(evidence, null, 2)}\n`)
  return path
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
