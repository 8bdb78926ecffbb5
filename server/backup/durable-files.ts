import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** On disk when it resolves. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Gives a finished folder its name; a crash leaves one name or the other. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await syncFolder(from)
  await rename(from, to)
  await syncFolder(dirname(to))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
