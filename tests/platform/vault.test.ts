import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openVault } from '#server/platform/vault.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { newPerson } from '#tests/support/person.ts'

const { pool } = await openTestDatabase()
const vault = openVault(pool, randomBytes(32))
const secret = Buffer.from('078-05-1120')

const [ann, ben] = [await newPerson(pool), await newPerson(pool)]

describe('what is sealed for a person', () => {
  test('opens for the same person and purpose', async () => {
    const sealed = await vault.seal(ann, 'ssn', secret)
    expect(sealed.includes(secret)).toBe(false)
    expect(await vault.open(ann, 'ssn', sealed)).toEqual(secret)
  })

  test('opens for nobody else, for no other purpose and under no other master key', async () => {
    const sealed = await vault.seal(ann, 'ssn', secret)
    await vault.seal(ben, 'ssn', secret)
    await expect(vault.open(ben, 'ssn', sealed)).rejects.toThrow()
    await expect(vault.open(ann, 'address', sealed)).rejects.toThrow()
    await expect(openVault(pool, randomBytes(32)).open(ann, 'ssn', sealed)).rejects.toThrow()
  })

  test('does not open when a byte was changed', async () => {
    const sealed = await vault.seal(ann, 'ssn', secret)
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)
    await expect(vault.open(ann, 'ssn', sealed)).rejects.toThrow()
  })

  test('gets one key, however many ask for the first at once', async () => {
    const person = await newPerson(pool)
    const sealed = await Promise.all(
      Array.from({ length: 10 }, () => vault.seal(person, 'ssn', secret)),
    )
    for (const each of sealed) expect(await vault.open(person, 'ssn', each)).toEqual(secret)
  })

  test('is gone with the person', async () => {
    const sealed = await vault.seal(ben, 'ssn', secret)
    await pool.query('delete from person where user_id = $1', [ben])
    expect(await vault.open(ben, 'ssn', sealed)).toBeUndefined()
    await expect(vault.seal(ben, 'ssn', secret)).rejects.toThrow()
  })
})
