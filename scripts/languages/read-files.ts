/** Files whose strings no reader of the app sees. */
const WITHOUT_TEXTS = [
  // SQL, keys of stored data, and faults that the log tells operators.
  /^server\/(events|facts|migrations|prices|projections|queries)\//,
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

/** Whether what a file says is read by people, so that it must be in the catalogue. */
export function isRead(path: string): boolean {
  return !WITHOUT_TEXTS.some((pattern) => pattern.test(path))
}
