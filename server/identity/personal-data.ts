import type { PersonalData } from '#server/feature.ts'
import { readSessionUser } from './session-user.ts'

/** What identity holds about a person. Hashes, keys and secrets prove who acts and are not given out. */
export const identityData: readonly PersonalData[] = [
  {
    name: 'profile',
    tables: ['person'],
    read: async ({ identity, pool }, { userId }) => {
      const { rows } = await pool.query(DATES, [userId])
      return { ...(await readSessionUser(identity, userId)), ...rows[0] }
    },
  },
  rowsOf('sign_ups', 'sign_up', 'full_name, phone, language, created_at, expires_at'),
  rowsOf('sessions', 'session', 'user_agent, created_at, last_seen_at, expires_at'),
  rowsOf('known_devices', 'known_device', 'seen_at'),
  rowsOf('passkeys', 'passkey', 'name, is_synced, created_at, last_used_at'),
  rowsOf('authenticators', 'second_factor', 'enabled_at'),
  rowsOf('freeze_links', 'freeze_link', 'expires_at, used_at'),
  {
    tables: ['person_key'],
    notExported: 'The key that seals personal data, itself sealed. The data is exported unsealed.',
  },
  { tables: ['recovery_code'], notExported: 'Hashes of secrets of the user.' },
  {
    tables: ['access_token', 'refresh_token', 'device_proof'],
    notExported: 'Hashes of secrets of a session, which are deleted with it.',
  },
  {
    tables: ['passkey_challenge', 'passkey_proof'],
    notExported: 'Open questions to a passkey and their answers, valid for minutes.',
  },
]

function rowsOf(name: string, table: string, columns: string): PersonalData {
  return {
    name,
    tables: [table],
    read: async ({ pool }, { userId }) => {
      const text = `select ${columns} from ${table} where user_id = $1 order by ${columns}`
      return (await pool.query(text, [userId])).rows
    },
  }
}

const DATES = `
  select last_sign_in_at, password_changed_at, withdrawals_frozen_until from person
  where user_id = $1`
