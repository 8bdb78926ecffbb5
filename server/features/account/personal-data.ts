import type { PersonalData } from '#server/feature.ts'
import { formatBalance, readBalances } from '#server/ledger/balances.ts'
import { readFilesFromStaff } from './sent-files.ts'

/** What no other feature declares: the ledger's balances, and files of every kind. */
export const accountData: readonly PersonalData[] = [
  {
    name: 'balances',
    tables: ['balance'],
    read: async ({ pool }, { userNo }) => (await readBalances(pool, userNo)).map(formatBalance),
  },
  {
    name: 'files',
    tables: ['upload'],
    read: async ({ pool }, { userNo }) => (await pool.query(FILES, [userNo])).rows,
  },
  {
    name: 'files_from_staff',
    tables: ['upload'],
    read: ({ pool }, { userNo }) => readFilesFromStaff(pool, String(userNo)),
  },
]

const FILES = `
  select id, kind, mime, bytes, created_at from upload where owner = $1 order by created_at, id`
