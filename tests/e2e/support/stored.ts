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
