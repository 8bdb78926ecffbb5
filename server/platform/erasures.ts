import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { renameDurably, writeDurably } from '#server/platform/stores/durable-files.ts'

/** An erased person: ids that identify no one once the person is erased. */
const erasedPerson = z.object({ userId: z.string(), userNo: z.string(), at: z.string() })
export type ErasedPerson = z.output<typeof erasedPerson>

/** How many files are open at once. */
const SLICE = 50

export type Erasures = ReturnType<typeof openErasures>

/**
 * The register of erased people, with one file per person. It is outside the database, because it
 * must survive when the database is replaced by an older copy.
 *
 * Source: docs/decisions/0126-erasures-are-replayed.md
 */
export function openErasures(folder: string) {
  return {
    /** Written to disk when it resolves; repeating it for the same person changes nothing. */
    add: async (person: ErasedPerson): Promise<void> => {
      const path = join(folder, `${person.userId}.json`)
      // Gets its name only when it is complete, because every start reads it. Servers share the
      // folder.
      const unfinished = `${path}.${randomUUID()}`
      await writeDurably(unfinished, Buffer.from(JSON.stringify(person)))
      await renameDurably(unfinished, path)
    },
    /** All erased people in slices: there may be more files than a process may open. */
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
