import type { Page } from '@playwright/test'

/** The rows of a table in the browser's database, as JSON; none until the app has created it. */
export function storedIn(page: Page, table: string): Promise<string[]> {
  return page.evaluate(
    (name) =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('app')
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve([])
        opening.onsuccess = () => {
          if (!opening.result.objectStoreNames.contains(name)) {
            opening.result.close()
            resolve([])
            return
          }
          const reading = opening.result.transaction(name).objectStore(name).getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result.map((row) => JSON.stringify(row)))
          }
        }
      }),
    table,
  )
}

/** Removes every field from the responses that the browser has stored. */
export function emptyKeptResponses(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('app')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const change = opening.result.transaction('kept', 'readwrite')
          const walk = change.objectStore('kept').openCursor()
          walk.onsuccess = () => {
            const row = walk.result
            if (!row) return
            if (!Array.isArray(row.value.data)) row.update({ ...row.value, data: {} })
            row.continue()
          }
          change.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )
}
