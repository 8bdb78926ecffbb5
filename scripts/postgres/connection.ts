import { createHash } from 'node:crypto'
import type { NetConnectOpts } from 'node:net'
import pg from 'pg'
import { connectionConfig, OPERATOR_BOUNDS } from '#server/events/connection.ts'

const DATABASE = 'exchange'

export async function ensureDatabase(url: string): Promise<void> {
  const found = await administrate(url, `select from pg_database where datname = '${DATABASE}'`)
  if (found.rowCount === 0) await administrate(url, `create database ${DATABASE}`)
}

/** Runs one statement on the server of a database, outside that database. */
export async function administrate(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(connectionConfig(databaseUrl(url, 'postgres'), OPERATOR_BOUNDS))
  await client.connect()
  return client.query(statement).finally(() => client.end())
}

/** The same server under another database name. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Whether a server accepts connections at this URL now. */
export async function responds(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl(url, 'postgres'),
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** Where a local server listens; an empty socket folder means TCP on the loopback. */
export interface Address {
  readonly socketFolder: string
  readonly port: number
}

// The kernel's limit for the path of a socket, without the terminating zero byte.
const LONGEST_SOCKET_PATH = 107

/**
 * A socket in the server's own folder, which only its owner may enter. On loopback TCP a message
 * above 64 KB, such as a large batch of commands, can stall for about 40 ms.
 */
export function addressIn(cluster: string, port: number): Address {
  const path = `${cluster}/.s.PGSQL.${port}`
  return { socketFolder: Buffer.byteLength(path) > LONGEST_SOCKET_PATH ? '' : cluster, port }
}

/** The URL of the application's role; its password is derived from that of the owner. */
export function applicationUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.password = createHash('sha256').update(`application ${url.password}`).digest('base64url')
  url.username = 'application'
  return url.href
}

export function urlOf({ socketFolder, port }: Address, password: string): string {
  const host = socketFolder === '' ? '127.0.0.1' : encodeURIComponent(socketFolder)
  return `postgres://postgres:${password}@${host}:${port}/${DATABASE}`
}

/** Where the server listens: a local socket, or a host and port. */
export function hostOf(serverUrl: string): NetConnectOpts {
  const { hostname, port } = new URL(serverUrl)
  const host = decodeURIComponent(hostname)
  const number = Number(port || 5432)
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number }
}
