import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { framedLength, openFrames, sealFrames } from '#server/platform/framed-cipher.ts'
import { openVault } from '#server/platform/vault.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { newPerson } from '#tests/support/person.ts'

const { pool } = await openTestDatabase()
const vault = openVault(pool, [randomBytes(32)])
const secret = Buffer.from('078-05-1120')

const [customer, otherCustomer] = [await newPerson(pool), await newPerson(pool)]

describe('frames', () => {
  const key = randomBytes(32)
  const frame = 64 * 1024
  const opened = async (sealed: Buffer, context = 'one') => {
    // In chunks that do not match the frames, as a network delivers them.
    const pieces = Array.from({ length: Math.ceil(sealed.length / 10_007) }, (_, number) =>
      sealed.subarray(number * 10_007, (number + 1) * 10_007),
    )
    return buffer(openFrames(key, Readable.from(pieces), context))
  }

  test.each([0, 1, frame - 1, frame, frame + 1, 3 * frame])('carry %i bytes', async (bytes) => {
    const plain = randomBytes(bytes)
    const sealed = sealFrames(key, plain, 'one')
    expect(sealed.length).toBe(framedLength(bytes))
    expect((await opened(sealed)).equals(plain)).toBe(true)
  })

  test('do not decrypt if changed, reordered, truncated or for another object', async () => {
    const sealed = sealFrames(key, randomBytes(3 * frame), 'one')
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(frame) ^ 1, frame)
    const whole = frame + 16
    const [first, second] = [
      sealed.subarray(8, 8 + whole),
      sealed.subarray(8 + whole, 8 + 2 * whole),
    ]
    const swapped = Buffer.concat([
      sealed.subarray(0, 8),
      second,
      first,
      sealed.subarray(8 + 2 * whole),
    ])
    const cut = sealed.subarray(0, 8 + 2 * whole)
    for (const wrong of [changed, swapped, cut, sealed.subarray(0, 5), Buffer.alloc(0)]) {
      await expect(opened(wrong)).rejects.toThrow()
    }
    await expect(opened(sealed, 'another')).rejects.toThrow()
  })
})

describe('a value sealed for a person', () => {
  test('decrypts for the same person and purpose', async () => {
    const sealed = await vault.seal(customer, 'ssn', secret)
    expect(sealed.includes(secret)).toBe(false)
    expect(await vault.open(customer, 'ssn', sealed)).toEqual(secret)
  })

  test('does not decrypt for another person, purpose or master key', async () => {
    const sealed = await vault.seal(customer, 'ssn', secret)
    await vault.seal(otherCustomer, 'ssn', secret)
    await expect(vault.open(otherCustomer, 'ssn', sealed)).rejects.toThrow()
    await expect(vault.open(customer, 'address', sealed)).rejects.toThrow()
    await expect(openVault(pool, [randomBytes(32)]).open(customer, 'ssn', sealed)).rejects.toThrow()
  })

  test('does not decrypt after a byte has changed', async () => {
    const sealed = await vault.seal(customer, 'ssn', secret)
    sealed.writeUInt8(sealed.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)
    await expect(vault.open(customer, 'ssn', sealed)).rejects.toThrow()
  })

  test('uses one key when several requests create it concurrently', async () => {
    const person = await newPerson(pool)
    const sealed = await atOnce(10, () => vault.seal(person, 'ssn', secret))
    for (const each of sealed) expect(await vault.open(person, 'ssn', each)).toEqual(secret)
  })

  test('cannot be decrypted after the person is deleted', async () => {
    const sealed = await vault.seal(otherCustomer, 'ssn', secret)
    await pool.query('delete from person where user_id = $1', [otherCustomer])
    expect(await vault.open(otherCustomer, 'ssn', sealed)).toBeUndefined()
    await expect(vault.seal(otherCustomer, 'ssn', secret)).rejects.toThrow()
  })
})
