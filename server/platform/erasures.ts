import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { renameDurably, writeDurably } from '#server/platform/stores/durable-files.ts'

/** A person whose data was erased: numbers that say nothing once the person is gone. */
const erasedPerson = z.object({ userId: z.string(), userNo: z.string(), at: z.string() })
export type ErasedPerson = z.output<typeof erasedPerson>

/** Files that are open at once. */
const SLICE = 50

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
      const path = join(folder, `${person.userId}.json`)
      // Under its name only when it is whole: every start reads it. Servers share the folder.
      const unfinished = `${path}.${randomUUID()}`
      await writeDurably(unfinished, Buffer.from(JSON.stringify(person)))
      await renameDurably(unfinished, path)
    },
    /** Everyone, some at a time: there may be more files than a process may open. */
    async *all(): AsyncGenerator<readonly ErasedPerson[]> {
      const names = (await readdir(folder).catch(noneYet)).filter((name) => name.endsWith('.json'))
      for (let first = 0; first < names.length; first += SLICE) {
        yield await Promise.all(
          names
            .slice(first, first + SLICE)
            .map(async (name) =>
              erasedPerson.parse(JSON.parse(await readFile(join(folder, name), 'utf8'))),
            ),
        )
      }
    },
  }
}

function noneYet(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error
  return []
}
