import { DAY_MS } from '#shared/time.ts'
import { db } from './db.ts'
import { seal, unseal } from './seal.ts'

/**
 * Forms that the user has not sent yet. They survive a reload of their tab.
 *
 * They may hold images of identity cards, so they are encrypted with a key that only the tab knows.
 * Once the tab is closed no one can read them, and the next visit deletes them.
 */
const KEY_NAME = 'draftKey'
/** Each tab has its own rows, so that a form that is open in two tabs has two drafts. */
const TAB_NAME = 'draftTab'
const KEPT_MS = DAY_MS

/** Stores one part of a draft, replacing its previous content. */
export async function keepDraft(userId: string, name: string, content: Blob): Promise<void> {
  const purpose = purposeOf(userId, name)
  const change = countChange(purpose)
  const key = await tabKey()
  if (!key) return
  const sealed = await seal(key, await content.arrayBuffer(), purpose)
  // It was changed again, or the form was sent, while this content was being encrypted.
  if (changes.get(purpose) !== change) return
  await db.drafts.put({ userId, name: rowOf(name), ...sealed, savedAtMs: Date.now() })
}

/** How often each part was stored or deleted in this tab: only the last of these has an effect. */
const changes = new Map<string, number>()

function countChange(purpose: string): number {
  const count = (changes.get(purpose) ?? 0) + 1
  changes.set(purpose, count)
  return count
}

/** A part of a draft; undefined if this tab has none. */
export async function readDraft(userId: string, name: string): Promise<ArrayBuffer | undefined> {
  await db.drafts
    .where('savedAtMs')
    .below(Date.now() - KEPT_MS)
    .delete()
  // The version before this one stored it under its name alone.
  const kept = (await db.drafts.get([userId, rowOf(name)])) ?? (await db.drafts.get([userId, name]))
  const key = kept && (await tabKey())
  if (!kept || !key) return undefined
  try {
    return await unseal(key, kept, purposeOf(userId, name))
  } catch {
    // Encrypted by another tab.
    return undefined
  }
}

/** Deletes the parts of a draft once it is sent or discarded. */
export async function dropDraft(userId: string, names: readonly string[]): Promise<void> {
  for (const name of names) countChange(purposeOf(userId, name))
  const rows = names.flatMap((name) => [rowOf(name), name])
  await db.drafts.bulkDelete(rows.map((row): [string, string] => [userId, row]))
}

function rowOf(name: string): string {
  const kept = sessionStorage.getItem(TAB_NAME)
  const tab = kept ?? textOf(crypto.getRandomValues(new Uint8Array(12)))
  if (!kept) sessionStorage.setItem(TAB_NAME, tab)
  return `${name} ${tab}`
}

function purposeOf(userId: string, name: string): string {
  return `draft ${name} of ${userId}`
}

async function tabKey(): Promise<CryptoKey | undefined> {
  // Without HTTPS browsers offer no encryption: nothing is stored.
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
