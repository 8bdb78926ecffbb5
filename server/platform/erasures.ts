import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** A person whose data was erased: numbers that say nothing once the person is gone. */
const erasedPerson = z.object({ userId: z.string(), userNo: z.string(), at: z.string() })
export type ErasedPerson = z.output<typeof erasedPerson>

export type Erasures = ReturnType<typeof openErasures>

/**
 * The register of erased people, one file each, outside the database: it must survive when the database
 * is replaced by an older copy.
 *
 * Source: docs/decisions/0126-erasures-are-replayed.md
 */
export function openErasures(folder: string) {
  return {
    /** On disk when it resolves; the same person again changes nothing. */
    add: async (person: ErasedPerson): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(join(folder, `${person.userId}.json`), 'w', 0o600)
      try {
        await file.writeFile(JSON.stringify(person))
        await file.sync()
      } finally {
        await file.close()
      }
    },
    all: async (): Promise<ErasedPerson[]> => {
      const names = await readdir(folder).catch(noneYet)
      const files = names.filter((name) => name.endsWith('.json'))
      return Promise.all(
        files.map(async (name) =>
          erasedPerson.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))),
        ),
      )
    },
  }
}

function noneYet(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error
  return []
}
