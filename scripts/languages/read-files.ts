/** Files whose strings are not shown to users of the app. */
const WITHOUT_TEXTS = [
  // SQL, keys of stored data, and faults that are logged for operators.
  /^server\/(events|facts|migrations|prices|projections|queries)\//,
  /^server\/ledger\/(?!describe)/,
  /^server\/platform\/(?!errors\.ts|mail\.ts|multipart\.ts)/,
  /^server\/[\w-]+\.ts$/,
  /^pwa\/data\/(api-request|db|drafts|shared-screenshot|outbox\/sealed-entry)\.ts$/,
  // The component gallery, for developers.
  /^pwa\/routes\.tsx$/,
  // Media queries.
  /^pwa\/theme\//,
  // The API documentation, for developers.
  /^shared\/contract\//,
  // Proper names.
  /^shared\/assets\.ts$/,
]

/** Whether the texts of a file are read by users, so that they must be in the catalogue. */
export function isRead(path: string): boolean {
  return !WITHOUT_TEXTS.some((pattern) => pattern.test(path))
}
