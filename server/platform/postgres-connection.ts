import pg from 'pg'

const DATABASE = 'exchange'

export async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl(url) })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

/** Whether a server accepts this password on this port now. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl(url), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

export function urlOf(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`
}

function adminUrl(url: string): string {
  return url.replace(/\/[^/]*$/, '/postgres')
}
