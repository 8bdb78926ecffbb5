import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openVault } from '#server/platform/vault.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { newPerson } from '#tests/support/person.ts'

const { pool } = await openTestDatabase()
const vault = openVault(pool, randomBytes(32))
const secret = Buffer.from('078-05-1120')

const [ann, ben] = [await newPerson(pool), await newPerson(pool)]

describe('a value sealed for a person', () => {
  test('opens for the same person and purpose', async () => {
    const sealed = await vault.seal(ann, 'ssn', secret)
    expect(sealed.includes(secret)).toBe(false)
    expect(await vault.open(ann, 'ssn', sealed)).toEqual(secret)
  })

  test('does not open for another person, purpose or master key', async () => {
    const sealed = await vault.seal(ann, 'ssn', secret)
    await vault.seal(ben, 'ssn', secret)
    await expect(vault.open(ben, 'ssn', sealed)).rejects.toThrow()
    await expect(vault.open(ann, 'address', sealed)).rejects.toThrow()
    await expect(openVault(pool, randomBytes(32)).open(ann, 'ssn', sealed)).rejects.toThrow()
  })

  test('does not open after a byte has changed', async () => {
    const sealed = await vault.seal(ann, 'ssn', secret)
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)
    await expect(vault.open(ann, 'ssn', sealed)).rejects.toThrow()
  })

  test('uses one key when several requests create it concurrently', async () => {
    const person = await newPerson(pool)
    const sealed = await atOnce(10, () => vault.seal(person, 'ssn', secret))
    for (const each of sealed) expect(await vault.open(person, 'ssn', each)).toEqual(secret)
  })

  test('is lost when the person is deleted', async () => {
    const sealed = await vault.seal(ben, 'ssn', secret)
    await pool.query('delete from person where user_id = $1', [ben])
    expect(await vault.open(ben, 'ssn', sealed)).toBeUndefined()
    await expect(vault.seal(ben, 'ssn', secret)).rejects.toThrow()
  })
})
