import { describe, expect, test } from 'vitest'
import { formatCheckpoint } from '#shared/proofs/checkpoint.ts'
import { type LogSource, observe } from '#shared/proofs/observe-log.ts'
import { emptyRoot } from '#shared/proofs/tree-hashing.ts'
import { extendTrust } from '#shared/proofs/trusted-keys.ts'
import {
  judge,
  type Unproven,
  type Verified,
  type Witnessed,
} from '#shared/proofs/witness-state.ts'
import { DAY_MS } from '#shared/time.ts'
import { signedByAll, signer, TestLog } from './support/test-log.ts'

const NOW = Date.UTC(2026, 0, 1)

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `event ${from + at}`)

/** What a device stores after it has seen this log. */
async function metWith(log: LogSource): Promise<Witnessed> {
  return ((await observe(undefined, log, NOW)) as Verified).witnessed
}

describe('a witness', () => {
  test('trusts the keys of a log on first contact, and stores its checkpoint', async () => {
    const log = new TestLog(names(0, 5))
    const seen = await observe(undefined, log, NOW)
    expect(seen).toMatchObject({ outcome: 'accepted', checkpoint: { size: 5 } })
    expect((seen as Verified).witnessed).toEqual({ keys: [signer(1).vkey], newest: log.note() })
  })

  test('raises no alarm without an earlier checkpoint', async () => {
    const stranger = { ...new TestLog(names(0, 5)), checkpoint: async () => 'Welcome to the hotel' }
    const log = new TestLog(names(0, 5))
    const source: LogSource = {
      checkpoint: stranger.checkpoint,
      keys: () => log.keys(),
      consistency: (from, to) => log.consistency(from, to),
    }
    expect(await observe(undefined, source, NOW)).toEqual({ outcome: 'unreadable' })
    log.signers = [signer(2)]
    expect(await observe(undefined, log, NOW)).toMatchObject({ outcome: 'unreadable' })
  })

  test('accepts a log that has grown, and requests no proof if nothing is new', async () => {
    const log = new TestLog(names(0, 5))
    const kept = await metWith(log)
    log.asked = []
    expect(await observe(kept, log, NOW)).toMatchObject({ outcome: 'unchanged', witnessed: kept })
    expect(log.asked).toEqual(['checkpoint'])
    log.append(...names(5, 9))
    const seen = await observe(kept, log, NOW)
    expect(seen).toMatchObject({ outcome: 'accepted', witnessed: { newest: log.note() } })
    expect(log.asked).toEqual(['checkpoint', 'checkpoint', 'consistency 5 9'])
  })

  test('verifies a server that lags behind, and keeps the newer checkpoint', async () => {
    const log = new TestLog(names(0, 9))
    const kept = await metWith(log)
    const lagging: LogSource = {
      checkpoint: async () => log.note(4),
      keys: () => log.keys(),
      consistency: (from, to) => log.consistency(from, to),
    }
    expect(await observe(kept, lagging, NOW)).toMatchObject({
      outcome: 'older',
      witnessed: kept,
      checkpoint: { size: 4 },
    })
  })

  test('starts with an empty log without requesting a proof of its growth', async () => {
    const log = new TestLog()
    const kept = await metWith(log)
    expect(await judge(kept, { note: log.append('event 0').note(), atMs: NOW })).toMatchObject({
      outcome: 'accepted',
    })
  })

  test('raises an alarm for two roots of the same size', async () => {
    const kept = await metWith(new TestLog(names(0, 5)))
    const forked = new TestLog([...names(0, 4), 'another event'])
    expect(await observe(kept, forked, NOW)).toEqual({
      outcome: 'alarm',
      reason: 'fork',
      testimony: { note: forked.note(), atMs: NOW },
    })
  })

  test.each([
    ['longer', 9],
    ['shorter', 3],
  ])('raises an alarm for a rewritten log that is %s', async (_, size) => {
    const kept = await metWith(new TestLog(names(0, 5)))
    const rewritten = new TestLog(names(0, size))
    rewritten.entries[1] = Uint8Array.of(1)
    // The server may have kept the old tree, and prove with it what it can.
    const liar: LogSource = {
      checkpoint: () => rewritten.checkpoint(),
      keys: () => rewritten.keys(),
      consistency: (from, to) => new TestLog(names(0, 9)).consistency(from, to),
    }
    expect(await observe(kept, liar, NOW)).toMatchObject({
      outcome: 'alarm',
      reason: 'inconsistent',
    })
  })

  test('raises no alarm for a proof damaged in transit', async () => {
    const log = new TestLog(names(0, 5))
    const kept = await metWith(log)
    log.append(...names(5, 9))
    let isDamaged = true
    const source: LogSource = {
      checkpoint: () => log.checkpoint(),
      keys: () => log.keys(),
      consistency: async (from, to) => {
        const proof = await log.consistency(from, to)
        if (isDamaged) proof?.reverse()
        isDamaged = false
        return proof
      },
    }
    expect(await observe(kept, source, NOW)).toMatchObject({ outcome: 'accepted' })
  })

  test.each([
    ['a page of another network', '<html>Log in to the hotel’s network</html>'],
    ['nothing', ''],
    ['a note of something else', signer(1).sign('a note\n')],
  ])('ignores %s as unreadable', async (_, response) => {
    const kept = await metWith(new TestLog(names(0, 5)))
    expect(await judge(kept, { note: response, atMs: NOW })).toEqual({ outcome: 'unreadable' })
  })

  test.each([
    ['cannot be read', ['not base64!']],
    ['is refused', null],
  ])('keeps its checkpoint if a proof %s', async (_, proof) => {
    const log = new TestLog(names(0, 5))
    const kept = await metWith(log)
    const note = log.append('event 5').note()
    expect(await judge(kept, { note, proof, atMs: NOW })).toEqual({
      outcome: 'unproven',
      witnessed: { ...kept, unproven: { sinceMs: NOW, visits: 1 } },
    })
  })

  test('raises an alarm for a truncated log that proves nothing for a day', async () => {
    const log = new TestLog(names(0, 9))
    let kept = await metWith(log)
    const cut = new TestLog(names(0, 7))
    for (let visit = 0; visit < 20; visit += 1) {
      const seen = await observe(kept, cut, NOW + visit * 60_000)
      expect(seen.outcome).toBe('unproven')
      kept = (seen as Unproven).witnessed
    }
    expect(await observe(kept, cut, NOW + DAY_MS)).toMatchObject({ reason: 'unproven' })
    const caughtUp = await observe(kept, log, NOW + DAY_MS)
    expect(caughtUp).toMatchObject({ outcome: 'unchanged' })
    expect((caughtUp as Verified).witnessed.unproven).toBeUndefined()
  })

  test('raises no alarm for two failures a month apart', async () => {
    const log = new TestLog(names(0, 9))
    const kept = await metWith(log)
    const lagging = new TestLog(names(0, 7))
    const { witnessed } = (await observe(kept, lagging, NOW)) as Unproven
    expect(await observe(witnessed, lagging, NOW + 30 * DAY_MS)).toMatchObject({
      outcome: 'unproven',
    })
  })
})

describe('the keys of a log', () => {
  test('are replaced as long as each endorses the next', async () => {
    const log = new TestLog(names(0, 5))
    const kept = await metWith(log)
    log.rotate(signer(2)).rotate(signer(3)).append('event 5')
    const seen = await observe(kept, log, NOW)
    expect(seen).toMatchObject({
      outcome: 'accepted',
      witnessed: { keys: [signer(1).vkey, signer(2).vkey, signer(3).vkey] },
    })
  })

  test('may both sign during a replacement', async () => {
    const log = new TestLog(names(0, 5))
    const kept = await metWith(log)
    log.signers = [signer(1), signer(2)]
    log.append('event 5')
    log.asked = []
    expect(await observe(kept, log, NOW)).toMatchObject({
      outcome: 'accepted',
      witnessed: { keys: kept.keys },
    })
    expect(log.asked).not.toContain('keys')
  })

  test('cause an alarm if no endorsement leads to the key that has signed', async () => {
    const log = new TestLog(names(0, 5))
    const kept = await metWith(log)
    log.signers = [signer(2)]
    expect(await observe(kept, log, NOW)).toMatchObject({ outcome: 'alarm', reason: 'unknown_key' })
    log.listed.push({ vkey: signer(2).vkey, endorsement: null })
    expect(await observe(kept, log, NOW)).toMatchObject({ outcome: 'alarm', reason: 'unknown_key' })
  })

  test('are bound to the log that they sign for', async () => {
    const log = new TestLog(names(0, 5))
    const kept = await metWith(log)
    const elsewhere = formatCheckpoint({ origin: 'elsewhere/log', size: 0, root: emptyRoot() })
    const note = signedByAll([signer(1)], elsewhere)
    expect(await judge(kept, { note, listed: log.listed, atMs: NOW })).toMatchObject({
      reason: 'unknown_key',
    })
  })

  const first = signer(1)
  const second = signer(2)
  test.each([
    ['by a key that is not trusted', second.vkey, signer(3).sign(`${second.vkey}\n`)],
    ['by their own key', second.vkey, second.sign(`${second.vkey}\n`)],
    ['for another key', second.vkey, first.sign(`${signer(3).vkey}\n`)],
    ['with a note that cannot be read', second.vkey, 'trust me'],
    ['without being a key', 'second', first.sign('second\n')],
  ])('are not trusted if endorsed %s', async (_, vkey, endorsement) => {
    expect(await extendTrust([first.vkey], [{ vkey, endorsement }])).toEqual([first.vkey])
  })
})
