/**
 * What still has texts outside the catalogue. A language is offered to users once it has every
 * message and this list is empty.
 */
export const NOT_MOVED: readonly string[] = []

/** Files whose strings no reader of the app sees. */
const WITHOUT_TEXTS = [
  // SQL, keys of stored data, and faults that the log tells operators.
  /^server\/(events|migrations|prices|projections)\//,
  /^server\/ledger\/(?!describe)/,
  /^server\/platform\/(?!errors\.ts|mail\.ts|multipart\.ts)/,
  /^server\/[\w-]+\.ts$/,
  /^pwa\/data\/(api-request|db|drafts|shared-screenshot|outbox\/sealed-entry)\.ts$/,
  // The gallery of components, which developers see.
  /^pwa\/routes\.tsx$/,
  // Media queries.
  /^pwa\/theme\//,
  // The documentation of the API, which developers read.
  /^shared\/contract\//,
  // Proper names.
  /^shared\/assets\.ts$/,
]

export function isEverythingMoved(): boolean {
  return NOT_MOVED.length === 0
}

export function isMoved(path: string): boolean {
  return (
    !NOT_MOVED.some((folder) => path === folder || path.startsWith(`${folder}/`)) &&
    !WITHOUT_TEXTS.some((pattern) => pattern.test(path))
  )
}
