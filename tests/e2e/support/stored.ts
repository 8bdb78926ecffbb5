import type { Page } from '@playwright/test'

/** The rows of a table in the browser's database, as JSON. */
export function storedIn(page: Page, table: string): Promise<string[]> {
  return page.evaluate(
    (name) =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('app')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
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
