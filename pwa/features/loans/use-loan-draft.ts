import { useCallback, useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '#pwa/data/drafts.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { type FullLoanValues, PHOTO_NAMES, type PhotoName, type Photos } from './full-loan-draft.ts'

/** What was changed from what the form begins with. */
type Changes = Partial<FullLoanValues>

const VALUES = 'loan'
const KEEP_AFTER_MS = 400

/**
 * The loan page as it is filled in, kept over a reload of this tab.
 *
 * Whether the terms are accepted is not kept: that is said anew, looking at them.
 */
export function useLoanDraft() {
  const { user } = useSession()
  const userId = user?.userId
  const [changes, setChanges] = useState<Changes>({})
  const [photos, setPhotos] = useState<Photos>({})
  const [isRead, setIsRead] = useState(false)
  const isSent = useRef(false)

  useEffect(() => {
    if (!userId) return
    let isCurrent = true
    void readAll(userId)
      // Without the means to keep a draft the form works all the same.
      .catch(() => ({ changes: {}, photos: {} }))
      .then((kept) => {
        if (!isCurrent) return
        setChanges(kept.changes)
        setPhotos(kept.photos)
        setIsRead(true)
      })
    return () => {
      isCurrent = false
    }
  }, [userId])

  useEffect(() => {
    if (!userId || !isRead || Object.keys(changes).length === 0) return
    const timer = setTimeout(() => {
      if (isSent.current) return
      void keepDraft(userId, VALUES, new Blob([JSON.stringify(changes)])).catch(() => undefined)
    }, KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [userId, isRead, changes])

  const change = useCallback((part: Changes) => {
    isSent.current = false
    setChanges((before) => ({ ...before, ...part }))
  }, [])

  function changePhoto(name: PhotoName, file: File | undefined) {
    setPhotos((before) => {
      const { [name]: _, ...others } = before
      return file ? { ...others, [name]: file } : others
    })
    if (!userId) return
    const kept = file ? keepPhoto(userId, name, file) : dropDraft(userId, [partOf(name)])
    void kept.catch(() => undefined)
  }

  async function clear() {
    isSent.current = true
    setChanges({})
    setPhotos({})
    if (userId) await dropDraft(userId, [VALUES, ...PHOTO_NAMES.map(partOf)]).catch(() => undefined)
  }

  return { changes, photos, isRead, change, changePhoto, clear }
}

async function readAll(userId: string): Promise<{ changes: Changes; photos: Photos }> {
  const values = await readDraft(userId, VALUES)
  const changes: Changes = values ? JSON.parse(new TextDecoder().decode(values)) : {}
  const photos: { [Name in PhotoName]?: File } = {}
  for (const name of PHOTO_NAMES) {
    const photo = await readPhoto(userId, name)
    if (photo) photos[name] = photo
  }
  return { changes, photos }
}

/** A line with name and type stands before the picture. */
async function keepPhoto(userId: string, name: PhotoName, file: File): Promise<void> {
  const label = `${JSON.stringify({ name: file.name, type: file.type })}\n`
  await keepDraft(userId, partOf(name), new Blob([label, file]))
}

async function readPhoto(userId: string, name: PhotoName): Promise<File | undefined> {
  const bytes = await readDraft(userId, partOf(name))
  if (!bytes) return undefined
  const end = new Uint8Array(bytes).indexOf(NEW_LINE)
  const label = JSON.parse(new TextDecoder().decode(bytes.slice(0, end)))
  return new File([bytes.slice(end + 1)], label.name, { type: label.type })
}

const NEW_LINE = 10

function partOf(name: PhotoName): string {
  return `${VALUES}.${name}`
}
