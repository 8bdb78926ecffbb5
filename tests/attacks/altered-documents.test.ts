import { beforeAll, describe, expect, test } from 'vitest'
import { listDepositAddresses, showDepositAddress } from '#shared/contract/deposit-addresses.ts'
import { startSending } from '#shared/contract/withdrawals.ts'
import { offerAddress } from '../api/support/addresses.ts'
import { openTestApp } from '../api/support/app.ts'
import { expectSoundLedger } from '../api/support/ledger.ts'
import { decide, REVIEW_KINDS, type ReviewKind, SUBMIT } from '../api/support/review-cases.ts'
import { newAdmin, newUser, type Person } from '../api/support/traders.ts'

/** An intruder who has the application's database connection and can write documents. */
const world = await openTestApp()
const { services } = world
const OURS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const THEIRS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

let proposer: Person
let reviewer: Person

beforeAll(async () => {
  proposer = await newAdmin(world)
  reviewer = await newAdmin(world)
  await offerAddress(world, { symbol: 'USDT', network: 'TRC20', address: OURS })
})

/** Changes a document. Returns a function that restores it. */
async function alter(stream: string, change: object): Promise<() => Promise<void>> {
  const { rows } = await services.pool.query<{ data: object }>(
    'select data from document where stream = $1',
    [stream],
  )
  const before = rows[0]?.data
  if (!before) throw new Error(`${stream} has no document`)
  const write = async (data: object) => {
    const { rowCount } = await services.pool.query(
      'update document set data = $2 where stream = $1',
      [stream, JSON.stringify(data)],
    )
    expect(rowCount).toBe(1)
  }
  await write({ ...before, ...change })
  return () => write(before)
}

const ALTERED: Readonly<Record<ReviewKind, object>> = {
  'spot-order': { amount: '1000' },
  deposit: { amount: '1000' },
  withdrawal: { walletAddress: THEIRS },
  kyc: { userNo: '1' },
  loan: { amount: '10000' },
  adjustment: { userNo: '1' },
}

describe('staff cannot decide on data that an intruder has altered', () => {
  test.each(REVIEW_KINDS)('in the document of a %s', async (kind) => {
    const user = await newUser(world)
    const id = await SUBMIT[kind](user, { world, proposer })
    const restore = await alter(`${kind}-${id}`, ALTERED[kind])
    const refused = expect.objectContaining({
      status: 409,
      body: expect.objectContaining({ code: 'document.altered' }),
    })
    expect(await decide(reviewer, kind, id, 'approve')).toEqual(refused)
    expect(await decide(reviewer, kind, id, 'reject')).toEqual(refused)
    if (kind === 'withdrawal') {
      expect(await reviewer.client.send(startSending, { params: { id } })).toEqual(refused)
    }
    await restore()
    expect((await decide(reviewer, kind, id, 'reject')).status).toBe(200)
    await expectSoundLedger(world)
  })
})

test('users are shown the deposit address from the log, not the altered one', async () => {
  const { client } = await newUser(world)
  const restore = await alter('deposit-address-USDT-TRC20', { address: THEIRS })
  const body = { symbol: 'USDT', network: 'TRC20' } as const
  expect(await client.call(showDepositAddress, { body })).toMatchObject({ address: OURS })
  const { addresses } = await client.call(listDepositAddresses)
  expect(addresses.map(({ address }) => address)).toEqual([OURS])
  await restore()
})
