import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import { imageTypeOf, SHARE_FIELD, type ShareOutcome } from '#shared/rules/shared-screenshot.ts'
import { HOUR_MS } from '#shared/time.ts'
import { db } from './db.ts'
import { seal, unseal } from './seal.ts'
import { findUserKey, userKey } from './user-key.ts'

/** How long a screenshot is kept if the user never comes back for it. */
const KEPT_MS = HOUR_MS

/**
 * Stores the screenshot that the user shares, encrypted, until the deposit form reads it.
 *
 * @returns signed-out: there is no user to keep it for
 */
export async function keepShared(form: FormData): Promise<ShareOutcome | 'signed-out'> {
  const userId = (await db.facts.get('active-user'))?.value
  if (!userId) return 'signed-out'
  const [file, ...others] = form.getAll(SHARE_FIELD).filter((each) => each instanceof File)
  if (!file || file.size === 0) return 'missing'
  if (others.length > 0) return 'several'
  if (file.size > SCREENSHOT_BYTES_MAX) return 'too_large'
  const type = await imageTypeOf(file)
  if (!type) return 'not_image'
  const sealed = await seal(await userKey(userId), await file.arrayBuffer(), purposeOf(userId))
  await db.shared.put({ userId, ...sealed, type, savedAtMs: Date.now() })
  return 'kept'
}

/** The screenshot that waits for a user, once; undefined if there is none. */
export async function takeShared(userId: string): Promise<File | undefined> {
  const kept = await db.shared.get(userId)
  const key = kept && (await findUserKey(userId))
  await db.shared.delete(userId)
  if (!kept || !key || kept.savedAtMs < Date.now() - KEPT_MS) return undefined
  const bytes = await unseal(key, kept, purposeOf(userId))
  // The file's original name is not kept.
  return new File([bytes], `screenshot.${kept.type.replace('image/', '')}`, { type: kept.type })
}

function purposeOf(userId: string): string {
  return `shared screenshot of ${userId}`
}
