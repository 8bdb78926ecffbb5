import { listLiabilities, publishLiabilities } from '#shared/contract/liabilities.ts'
import { until } from '#tests/support/wait.ts'
import type { Client } from './client.ts'

/** Requests a statement of liabilities, and waits until it is published. Returns its id. */
export async function publishStatement(admin: Client): Promise<string> {
  const { statement_id } = await admin.call(publishLiabilities, { body: {} })
  await untilPublished(admin)
  return statement_id
}

export async function untilPublished(admin: Client): Promise<void> {
  await until(async () => (await admin.call(listLiabilities)).running === null)
}
