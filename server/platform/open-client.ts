import { Client } from 'pg'
import { connectionConfig, OPERATOR_BOUNDS } from '#server/events/connection.ts'

/**
 * One connection for long work: its queries have no time limit, but a host that vanishes is noticed
 * on both sides.
 */
export async function openClient(connectionString: string): Promise<Client> {
  const client = new Client(connectionConfig(connectionString, OPERATOR_BOUNDS))
  // A lost connection fails its query; without a listener the event would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs work with a new connection, and closes it. */
export async function withClient<T>(
  connectionString: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(connectionString)
  return work(client).finally(() => client.end())
}
