import { db } from './db.ts'

/**
 * What the user has filled in and not sent yet: it survives a reload of its tab.
 *
 * Pictures of identity cards lie among it, so it is sealed with a key that only this tab knows.
 * A closed tab's drafts can no longer be read, and the next visit deletes them.
 */
const KEY_NAME = 'draftKey'
const KEPT_MS = 24 * 60 * 60_000

/** Keeps one part of a draft in the place of what it was before. */
export async function keepDraft(userId: string, name: string, content: Blob): Promise<void> {
  const key = await tabKey()
  if (!key) return
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = await content.arrayBuffer()
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)
  await db.drafts.put({ userId, name, iv, sealed, savedAtMs: Date.now() })
}

/** A part of this tab's draft; undefined where there is none that this tab can read. */
export async function readDraft(userId: string, name: string): Promise<ArrayBuffer | undefined> {
  await db.drafts
    .where('savedAtMs')
    .below(Date.now() - KEPT_MS)
    .delete()
  const kept = await db.drafts.get([userId, name])
  const key = kept && (await tabKey())
  if (!kept || !key) return undefined
  try {
    return await crypto.subtle.decrypt({ name: 'AES-GCM', iv: kept.iv }, key, kept.sealed)
  } catch {
    // Another tab's, and that tab may be gone.
    return undefined
  }
}

/** Removes the parts of a draft that was sent or given up. */
export async function dropDraft(userId: string, names: readonly string[]): Promise<void> {
  await db.drafts.bulkDelete(names.map((name): [string, string] => [userId, name]))
}

async function tabKey(): Promise<CryptoKey | undefined> {
  // A page that did not come over a safe connection has no means to seal: it keeps nothing.
  if (!globalThis.crypto.subtle) return undefined
  const kept = sessionStorage.getItem(KEY_NAME)
  const raw = kept ? bytesOf(kept) : crypto.getRandomValues(new Uint8Array(32))
  if (!kept) sessionStorage.setItem(KEY_NAME, textOf(raw))
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function textOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
