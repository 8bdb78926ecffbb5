import { useEffect, useReducer, useRef } from 'react'
import { dropDraft, keepDraft, readDraft } from '#pwa/data/drafts.ts'
import { type KeptAction, type KeptState, reduceKept, UNREAD } from './kept-changes.ts'
import type { KeptChanges } from './use-command-form.ts'
import { useSession } from './use-session.ts'

/**
 * The changes of a form, stored across reloads of this tab: its texts, and the files of `fileNames`.
 * Checkboxes are not stored: the user must read again what they accept.
 */
export function useKeptDraft<Draft extends object>(
  name: string,
  fileNames: readonly (keyof Draft & string)[],
): KeptChanges<Draft> {
  const { user } = useSession()
  const userId = user?.userId
  const [{ changes, isRead }, act] = useReducer<KeptState<Draft>, [KeptAction<Draft>]>(
    reduceKept,
    UNREAD,
  )
  const isSent = useRef(false)
  const partOf = (file: string) => `${name}.${file}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: a form keeps one draft, with one name
  useEffect(() => {
    if (!userId) return
    let isCurrent = true
    void readAll<Draft>(userId, name, fileNames)
      // The form also works without storage.
      .catch((): Partial<Draft> => ({}))
      .then((kept) => isCurrent && act({ type: 'read', kept }))
    return () => {
      isCurrent = false
    }
  }, [userId])

  useEffect(() => {
    const texts = Object.entries(changes).filter(([, value]) => typeof value === 'string')
    if (!userId || !isRead || texts.length === 0 || isSent.current) return
    // At once, because a reload ends what has not begun.
    const content = new Blob([JSON.stringify(Object.fromEntries(texts))])
    void keepDraft(userId, name, content).catch(() => undefined)
  }, [userId, isRead, changes, name])

  function change(part: Partial<Draft>) {
    isSent.current = false
    act({ type: 'changed', part })
    for (const file of fileNames.filter((each) => each in part)) {
      if (!userId) return
      const chosen = part[file]
      const kept =
        chosen instanceof File
          ? keepFile(userId, partOf(file), chosen)
          : dropDraft(userId, [partOf(file)])
      void kept.catch(() => undefined)
    }
  }

  function clear() {
    isSent.current = true
    act({ type: 'cleared' })
    if (userId) void dropDraft(userId, [name, ...fileNames.map(partOf)]).catch(() => undefined)
  }

  return { changes, change, clear, outlives: 'reload' }
}

async function readAll<Draft extends object>(
  userId: string,
  name: string,
  fileNames: readonly (keyof Draft & string)[],
): Promise<Partial<Draft>> {
  const texts = await readDraft(userId, name)
  const kept: Record<string, unknown> = texts ? JSON.parse(new TextDecoder().decode(texts)) : {}
  for (const file of fileNames) {
    const found = await readFile(userId, `${name}.${file}`)
    if (found) kept[file] = found
  }
  return kept as Partial<Draft>
}

/** A line with name and type precedes the content. */
async function keepFile(userId: string, part: string, file: File): Promise<void> {
  const label = `${JSON.stringify({ name: file.name, type: file.type })}\n`
  await keepDraft(userId, part, new Blob([label, file]))
}

async function readFile(userId: string, part: string): Promise<File | undefined> {
  const bytes = await readDraft(userId, part)
  if (!bytes) return undefined
  const end = new Uint8Array(bytes).indexOf(NEW_LINE)
  const label = JSON.parse(new TextDecoder().decode(bytes.slice(0, end)))
  return new File([bytes.slice(end + 1)], label.name, { type: label.type })
}

const NEW_LINE = 10
