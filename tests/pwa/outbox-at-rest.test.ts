import { describe, expect, it, vi } from 'vitest'
import { prepare, routeKey } from '#pwa/data/api-request.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { deviceOfUser } from './support/device.ts'
import { depositEntry, USER } from './support/submissions.ts'

const device = deviceOfUser()

const SSN = '078-05-1120'
const PHOTO = 'the photo of an identity card'

function verification() {
  const photo = (name: string) => new File([PHOTO], name, { type: 'image/jpeg' })
  const body = { fullName: 'Demo User', ssn: SSN, address: '1 Demo Street' }
  const files = {
    kycFrontId: photo('front.jpg'),
    kycBackId: photo('back.jpg'),
    kycSelfieWithId: photo('selfie.jpg'),
  }
  const request = prepare(submitKyc, { body, files })
  return depositEntry({ kind: routeKey(submitKyc), body, request })
}

/** Stores a submission as an earlier version of the app did. */
async function storeUnsealed(): Promise<void> {
  const times = { createdAtMs: 1, nextTryAtMs: 1, notBeforeMs: 1 }
  await device.tab.db.outbox.add({
    ...verification(),
    state: 'waiting',
    tries: 0,
    ...times,
  } as never)
}

/** Everything in the browser's database, as bytes and texts that a thief would find on disk. */
async function onDisk(): Promise<string> {
  const found: string[] = []
  const collect = async (value: unknown): Promise<void> => {
    if (value instanceof Blob) found.push(await value.text())
    else if (value instanceof ArrayBuffer) found.push(Buffer.from(value).toString('latin1'))
    else if (ArrayBuffer.isView(value)) found.push(Buffer.from(value.buffer).toString('latin1'))
    else if (typeof value === 'object' && value !== null) {
      for (const each of Object.values(value)) await collect(each)
    } else found.push(String(value))
  }
  for (const table of device.tab.db.tables) await collect(await table.toArray())
  return found.join('\n')
}

describe('a thief with the disk of the device', () => {
  it('finds neither the text nor the photos of a waiting verification', async () => {
    await device.tab.queue.enqueue(verification())
    const disk = await onDisk()
    for (const secret of [SSN, 'Demo User', 'Demo Street', PHOTO, 'front.jpg']) {
      expect(disk).not.toContain(secret)
    }
  })

  it('cannot copy the key', async () => {
    await device.tab.queue.enqueue(verification())
    const [kept] = await device.tab.db.keys.toArray()
    expect(kept?.key.extractable).toBe(false)
  })

  it('cannot decrypt a copy of waiting submissions once the user has logged out', async () => {
    await device.tab.queue.enqueue(verification())
    const copy = await device.tab.db.outbox.toArray()
    await device.tab.local.forgetUser(USER)
    expect(await device.tab.db.outbox.count()).toBe(0)
    expect(await device.tab.db.keys.count()).toBe(0)
    await device.tab.db.outbox.bulkAdd(copy)
    const fresh = depositEntry()
    await device.tab.queue.enqueue(fresh)
    expect((await device.tab.queue.listEntries(USER)).map(({ id }) => id)).toEqual([fresh.id])
    expect(await device.tab.db.outbox.count()).toBe(1)
  })

  it('finds a log-out either complete or not begun, wherever it was interrupted', async () => {
    await device.tab.queue.enqueue(verification())
    const interrupt = () => {
      throw new Error('the app was killed')
    }
    device.tab.db.outbox.hook('deleting', interrupt)
    await expect(device.tab.local.forgetUser(USER)).rejects.toThrow('the app was killed')
    expect(await device.tab.queue.listEntries(USER)).toMatchObject([{ body: { ssn: SSN } }])
    device.tab.db.outbox.hook('deleting').unsubscribe(interrupt)
    await device.tab.local.forgetUser(USER)
    expect(await device.tab.db.keys.count()).toBe(0)
    expect(await device.tab.db.outbox.count()).toBe(0)
  })

  it('finds nothing of the submissions that an earlier version stored unencrypted', async () => {
    await storeUnsealed()
    await device.tab.old.sealOldEntries(USER)
    expect(await onDisk()).not.toContain(SSN)
    await device.tab.sender.flushOutbox(true)
    expect(device.server.effects[0]?.body).toContain(SSN)
  })
})

describe('the user', () => {
  it('sees which submission has lost its file', async () => {
    await storeUnsealed()
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('gone'))
    await device.tab.old.sealOldEntries(USER)
    vi.restoreAllMocks()
    expect(await device.tab.queue.listEntries(USER)).toMatchObject([
      { state: 'refused', body: { ssn: SSN }, failure: { code: 'file.unreadable' } },
    ])
    expect(await onDisk()).not.toContain(SSN)
  })

  it('sends waiting submissions after a restart of the app, with their files', async () => {
    const entry = verification()
    await device.tab.queue.enqueue(entry)
    const restarted = await device.browser.openTab()
    expect(await restarted.queue.listEntries(USER)).toMatchObject([{ body: { ssn: SSN } }])
    await restarted.sender.flushOutbox(true)
    const [write] = device.server.effects
    expect(write?.key).toBe(entry.id)
    for (const part of [SSN, PHOTO, 'filename="selfie.jpg"', 'image/jpeg']) {
      expect(write?.body).toContain(part)
    }
  })
})
