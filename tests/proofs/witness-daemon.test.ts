import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readArguments } from '#scripts/command-line.ts'
import { Witness } from '#scripts/witness/witness.ts'
import { WITNESS_LINE, witnessArguments } from '#scripts/witness/witness-arguments.ts'
import { openWitnessFolder, writeEvidence } from '#scripts/witness/witness-files.ts'
import { witnessKey } from '#scripts/witness/witness-key.ts'
import { witnessServer } from '#scripts/witness/witness-server.ts'
import { cosignedAt } from '#shared/proofs/cosignature.ts'
import { parseKey, parseNote } from '#shared/proofs/signed-note.ts'
import { signer, TestLog } from './support/test-log.ts'

const folder = await mkdtemp(join(tmpdir(), 'witness-'))
afterAll(() => rm(folder, { recursive: true }))

const NOW_MS = 1_790_000_000_500
const key = witnessKey('witness.example', new Uint8Array(32).fill(7))
const vkey = signer(1).vkey

/** A witness with a new folder, or with an existing one as after a restart. */
async function openWitness(state = join(folder, randomUUID())) {
  const store = await openWitnessFolder(state)
  const found: string[] = []
  const onContradiction = async (contradiction: Parameters<typeof writeEvidence>[1]) => {
    found.push(await writeEvidence(state, contradiction))
  }
  const witness = await Witness.open({ store, key, onContradiction, nowMs: () => NOW_MS }, [vkey])
  return { witness, state, found }
}

describe('a witness', () => {
  test('cosigns what it has verified, also after a restart', async () => {
    const { witness, state } = await openWitness()
    expect(witness.cosigned()).toBeUndefined()
    const log = new TestLog(['a', 'b', 'c'])
    expect(await witness.look(log)).toMatchObject({ outcome: 'accepted' })
    expect(await witness.look(log.append('d'))).toMatchObject({ outcome: 'accepted' })
    const { witness: again } = await openWitness(state)
    const note = again.cosigned() ?? ''
    expect(note.startsWith(log.note())).toBe(true)
    const its = parseKey(key.vkey, 'cosignature')
    expect(await cosignedAt(parseNote(note), its)).toBe(Math.floor(NOW_MS / 1_000))
    expect(await cosignedAt(parseNote(log.note()), its)).toBeUndefined()
  })

  test('never cosigns a log again after it contradicted itself, and keeps the evidence', async () => {
    const { witness, state, found } = await openWitness()
    await witness.look(new TestLog(['a', 'b']))
    expect(await witness.look(new TestLog(['a', 'x', 'c']))).toMatchObject({ outcome: 'alarm' })
    expect(found).toHaveLength(1)
    expect((await readdir(state)).filter((name) => name.startsWith('inconsistency'))).toHaveLength(
      1,
    )
    const { witness: again } = await openWitness(state)
    expect(again.isAlarmed).toBe(true)
    expect(again.cosigned()).toBeUndefined()
    const note = new TestLog(['a', 'b', 'c']).note()
    expect(await again.add({ oldSize: 2, proof: [], note })).toMatchObject({ status: 403 })
  })
})

describe('add-checkpoint', () => {
  const bodyOf = (log: TestLog, oldSize: number, proof: readonly string[]) =>
    `${[`old ${oldSize}`, ...proof].join('\n')}\n\n${log.note()}`

  test('responds as C2SP specifies', async () => {
    const { witness, found } = await openWitness()
    const server = witnessServer(witness, key).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const post = async (body: string) => {
      const response = await fetch(`${address}/add-checkpoint`, { method: 'POST', body })
      const type = response.headers.get('content-type')
      return { status: response.status, text: await response.text(), type }
    }
    const log = new TestLog(['a', 'b', 'c'])
    const first = await post(bodyOf(log, 0, []))
    expect(first.status).toBe(200)
    expect(await cosignedAt(parseNote(log.note() + first.text), key.key)).toBe(1_790_000_000)

    const grown = log.copy().append('d', 'e')
    const proof = (await grown.consistency(3, 5)) ?? []
    expect(await post(bodyOf(grown, 2, proof))).toEqual({
      ...{ status: 409, text: '3\n', type: 'text/x.tlog.size' },
    })
    expect((await post(bodyOf(grown, 6, proof))).status).toBe(400)
    expect((await post(bodyOf(grown, 3, proof.slice(1)))).status).toBe(422)
    expect((await post(bodyOf(grown, 3, proof))).status).toBe(200)
    expect((await post(bodyOf(grown, 5, []))).status).toBe(200)
    expect((await post('old 05\n\n')).status).toBe(400)
    expect((await post(`old 5\nno hash\n\n${grown.note()}`)).status).toBe(400)
    expect((await post(bodyOf(new TestLog(['a'], signer(1, 'other/log')), 5, []))).status).toBe(404)
    expect((await post(bodyOf(new TestLog(['a'], signer(2)), 5, []))).status).toBe(403)

    const seen = await fetch(`${address}/checkpoint`)
    expect((await seen.text()).startsWith(grown.note())).toBe(true)
    expect(await (await fetch(`${address}/vkey`)).text()).toBe(`${key.vkey}\n`)

    // The log has signed two trees of the same size.
    const fork = log.copy().append('x', 'y')
    expect((await post(bodyOf(fork, 5, []))).status).toBe(409)
    expect(found).toHaveLength(1)
    expect((await fetch(`${address}/checkpoint`)).status).toBe(404)
    server.close()
  })
})

describe('its arguments', () => {
  const argumentsOf = (args: string[]) => witnessArguments(readArguments(WITNESS_LINE, args))

  test.each([
    [[], 'Name the log by one address'],
    [['ftp://exchange.example'], 'Name the log by one address'],
    [['https://exchange.example/log', '--every', '0'], '--every takes a whole number from 1'],
    [['https://exchange.example/log', '--listen', 'x'], '--listen takes a whole number from 0'],
    [['https://exchange.example/log', '--name', 'a+b'], '--name takes a name without'],
    [['https://exchange.example/log', '--vkey', 'a'], '--vkey cannot be used'],
    [['https://exchange.example/log', '--no'], "Unknown option '--no'"],
  ])('%j are refused', (args, message) => {
    expect(() => argumentsOf(args)).toThrow(message)
  })

  test('have defaults', () => {
    expect(argumentsOf(['https://exchange.example/log'])).toMatchObject({
      ...{ state: 'witness', everySeconds: 60, listen: undefined, keepRunning: false },
    })
  })
})
